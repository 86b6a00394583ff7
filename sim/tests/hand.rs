//! The student's hand: what choices do, the same orders over a Redis that has a queue and a clock, and orders as traces.

mod plain;

use limit_sim::explore::Explorer;
use limit_sim::hand::{Blocked, Case, Events, Happened, Next, Pick, Position, Ran, STEP, Step, after, replay, trace};
use limit_sim::placement::{self, Around, Asker, Comparison, Limiter, Memory, Program, Sync};
use limit_sim::redis::server::{Server, service};
use limit_sim::redis::{Command, Keyspace, Reply, Session, Text};
use limit_sim::run::{Request, keyspace};
use limit_sim::scenario::{Choice, Scenario, Strategy};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Kind, Outcome, ServerMoment, Stretch};
use plain::Game;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Strategy as _;

fn games() -> impl proptest::strategy::Strategy<Value = Game> {
    let events = (any::<bool>(), any::<bool>()).prop_map(|(window_ends, crashes)| Events { window_ends, crashes });
    (select(Strategy::ALL), 1..=4u32, 1..=8u32, 1..=5u32, events)
        .prop_map(|(strategy, servers, requests, limit, events)| Game { strategy, servers, requests, limit, events })
}

/// A game and a random order of it, complete or not.
fn orders() -> impl proptest::strategy::Strategy<Value = (Game, Vec<u8>)> {
    (games(), proptest::collection::vec(any::<usize>(), 0..20)).prop_map(|(game, picks)| {
        let mut position = Position::start(&game.case());
        let mut order = Vec::new();
        for pick in picks {
            let choices: Vec<u8> = game.case().numbers().filter(|choice| position.check(*choice).is_ok()).collect();
            let Some(choice) = choices.get(pick % choices.len().max(1)) else { break };
            position.take(*choice).unwrap();
            order.push(*choice);
        }
        (game, order)
    })
}

fn game(strategy: Strategy, requests: u32, limit: u32, events: Events) -> Game {
    Game { strategy, servers: 2, requests, limit, events }
}

const BOTH: Events = Events { window_ends: true, crashes: true };

fn steps(happened: &[Happened]) -> Vec<&Step> {
    let step = |one: &'_ Happened| matches!(one, Happened::Step(_));
    let steps = happened.iter().filter(|one| step(one));
    steps.map(|one| if let Happened::Step(step) = one { &**step } else { unreachable!() }).collect()
}

/// A window's requests that were let through: how many, by the decisions alone.
fn over(limit: u32, happened: &[Happened]) -> u32 {
    let allowed = |window| {
        let mut steps = steps(happened);
        steps.retain(|step| step.window == window && step.decided.is_some_and(|(decision, _)| decision.allowed));
        steps.len() as u32
    };
    allowed(0).saturating_sub(limit) + allowed(1).saturating_sub(limit)
}

/// A check over a Redis that takes its time.
struct Check {
    program: Program,
    command: Command,
    session: Session,
    ran: Time,
}

/// A limiter, its servers, and a Redis with a queue and a clock.
struct Feed {
    case: Case,
    limiter: Limiter,
    server: Server,
    keyspace: Keyspace,
    memories: Vec<Memory>,
    checks: Vec<Option<Check>>,
    now: Time,
}

impl Feed {
    fn new(case: &Case) -> Self {
        let limiter = Limiter::new(case.scenario());
        Self {
            case: *case,
            limiter,
            server: Server::default(),
            keyspace: keyspace(case.scenario(), &limiter),
            memories: vec![Memory::default(); case.servers() as usize],
            checks: (0..case.requests()).map(|_| None).collect(),
            now: Time::from_nanos(17_000),
        }
    }

    /// What a request finds around it; its last command ran then.
    fn around(&mut self, request: Request, ran: Time) -> Around<'_> {
        let home = self.limiter.home(0, request.server) as usize;
        let Self { limiter, now, memories, .. } = self;
        Around { limiter, server: request.server, memory: &mut memories[home], now: *now, ran }
    }

    /// Feeds one choice and compares what is answered and decided with what happened in the hand.
    fn feed(&mut self, choice: u8, happened: &Happened) {
        self.now = self.now + STEP;
        match self.case.pick(choice).unwrap() {
            Pick::Request(request) => {
                let Happened::Step(step) = happened else { panic!("{happened:?}") };
                assert_eq!(step.request, self.case.request(request));
                self.step(step);
            }
            Pick::WindowEnds => {
                // Later than in the hand by more than an order takes, so that what began with a hit has ended, too.
                self.now = Time::START + self.case.scenario().window + Span::from_millis(50);
                assert_eq!(*happened, Happened::WindowEnded);
            }
            Pick::Crash(crashed) => {
                self.memories[crashed as usize] = Memory::default();
                let mut lost = 0;
                for (_, check) in (0..).zip(&mut self.checks).filter(|(one, _)| one % self.case.servers() == crashed) {
                    lost += u32::from(check.take().is_some());
                }
                assert_eq!(*happened, Happened::Crashed { server: crashed, lost });
            }
            Pick::Sync(server) => {
                let Happened::Synced { ran, .. } = happened else { panic!("{happened:?}") };
                let memory = &mut self.memories[server as usize];
                let (sync, command) = Sync::start(&self.limiter, 0, memory, self.now).unwrap();
                let mut check = None;
                let reply = run(&mut self.server, &mut self.keyspace, &mut check, command, self.now, ran);
                sync.finish(&mut self.memories[server as usize], &reply);
            }
        }
    }

    fn step(&mut self, step: &Step) {
        let Step { request, first, ref ran, decided, .. } = *step;
        let mut check = self.checks[request.number as usize].take();
        assert_eq!(first, check.is_none());
        let mut next = None;
        if check.is_none() {
            let mut program = self.limiter.program(Asker { user: 0, id: request.number }, self.now);
            let now = self.now;
            let step = program.start(self.around(request, now));
            match self.settle(request, &mut program, step, now) {
                placement::Step::Send(command) => {
                    check = Some(Check { program, command, session: Session::default(), ran: now });
                }
                decide => next = Some(decide),
            }
        }
        let next = next.unwrap_or_else(|| {
            let check = check.as_mut().unwrap();
            let ran = ran.as_ref().unwrap();
            let command = check.command.clone();
            let at = self.now + service(&command);
            let session = &mut Some(&mut check.session);
            let reply = run(&mut self.server, &mut self.keyspace, session, command, self.now, ran);
            check.ran = at;
            let step = check.program.resume(self.around(request, at), &reply);
            self.settle(request, &mut check.program, step, at)
        });
        match next {
            placement::Step::Send(command) => {
                assert_eq!(decided, None);
                check.as_mut().unwrap().command = command;
                self.checks[request.number as usize] = check;
            }
            placement::Step::Decide(decision) => {
                let (mut told, _) = decided.unwrap();
                // It is not the same time.
                told.counted = decision.counted;
                if decision.comparison == Comparison::Remembered {
                    told.count = decision.count;
                }
                assert_eq!(told, decision);
            }
            other => panic!("{other:?}"),
        }
    }

    /// Waiting, and going by way of another server, take no time here either.
    fn settle(&mut self, request: Request, program: &mut Program, step: placement::Step, ran: Time) -> placement::Step {
        let mut step = step;
        while matches!(step, placement::Step::Wait(_) | placement::Step::Forward(_)) {
            step = program.wake(self.around(request, ran));
        }
        step
    }
}

/// Runs a command, which must be the one that ran in the hand, with the same effect.
fn run(
    server: &mut Server,
    keyspace: &mut Keyspace,
    session: &mut Option<&mut Session>,
    command: Command,
    now: Time,
    hand: &Ran,
) -> Reply {
    let at = server.enqueue(service(&command), now);
    assert_eq!(command, hand.command);
    let value = |keyspace: &Keyspace| command.first_key().and_then(|key| keyspace.glance(*key, at));
    assert_eq!(value(keyspace), hand.before);
    let reply = match session {
        Some(session) => session.run(keyspace, &command, at),
        None => Session::default().run(keyspace, &command, at),
    };
    // What a script says of the time that is left is another.
    match (&reply, &hand.reply) {
        (Reply::Array(one), Reply::Array(other)) if one.len() == 3 => assert_eq!(one[..2], other[..2]),
        (one, other) => assert_eq!(one, other),
    }
    assert_eq!(value(keyspace), hand.after);
    reply
}

/// Feeds an order's commands to a server with a queue, a millisecond apart, with programs of its own, and compares what is
/// answered and decided with what happened in the hand. Answers how many are over the limit.
fn feed(case: &Case, order: &[u8], happened: &[Happened]) -> u32 {
    let mut feed = Feed::new(case);
    for (choice, happened) in order.iter().zip(happened) {
        feed.feed(*choice, happened);
    }
    over(case.scenario().limit, happened)
}

proptest! {
    #[test]
    fn a_redis_with_a_queue_and_a_clock_answers_the_same((game, order) in orders()) {
        let case = game.case();
        let end = replay(&case, &order);
        prop_assert_eq!(feed(&case, &order, &end.happened), end.position.over());
    }

    #[test]
    fn outcomes_fit_what_is_over_and_the_place_that_a_request_says_it_has((game, order) in orders()) {
        let end = replay(&game.case(), &order);
        prop_assert_eq!(end.blocked, None);
        prop_assert_eq!(end.happened.len(), order.len());
        let count = |outcome| {
            let decided = |step: &&&Step| step.decided.is_some_and(|(_, one)| one == outcome);
            steps(&end.happened).iter().filter(decided).count() as u32
        };
        let position = &end.position;
        prop_assert_eq!(count(Outcome::Over), position.over());
        prop_assert_eq!(count(Outcome::Over), over(game.limit, &end.happened));
        prop_assert_eq!(count(Outcome::Allowed) + count(Outcome::Over), position.allowed());
        prop_assert_eq!(count(Outcome::Refused), position.refused());
        for step in steps(&end.happened) {
            if let Some((decision, outcome)) = step.decided {
                prop_assert_eq!(position.next(step.request.number), Next::Decided(outcome));
                prop_assert_eq!(decision.allowed, outcome != Outcome::Refused);
            }
        }
    }

    #[test]
    fn what_a_request_would_do_is_what_it_does((game, order) in orders()) {
        let mut position = Position::start(&game.case());
        for choice in order {
            let foreseen = match game.case().pick(choice) {
                Some(Pick::Request(request)) => Some(position.next(request)),
                _ => None,
            };
            let Happened::Step(step) = position.take(choice).unwrap() else { continue };
            match foreseen.unwrap() {
                Next::Runs { command, begun } => {
                    prop_assert_eq!(Some(command), step.ran.map(|ran| ran.command));
                    prop_assert_eq!(begun, !step.first);
                }
                Next::Decides => prop_assert!(step.ran.is_none() && step.decided.is_some()),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn taking_back_a_choice_is_replaying_those_before_it((game, order) in orders()) {
        let case = game.case();
        let mut position = Position::start(&case);
        for (nth, choice) in order.iter().enumerate() {
            prop_assert_eq!(&replay(&case, &order[..nth]).position, &position);
            position.take(*choice).unwrap();
        }
        prop_assert_eq!(replay(&case, &order).position, position);
    }

    #[test]
    fn any_bytes_are_taken_as_far_as_they_go_and_what_is_blocked_changes_nothing(
        game in games(), bytes in proptest::collection::vec(prop_oneof![0..16u8, any::<u8>()], 0..20)
    ) {
        let case = game.case();
        let end = replay(&case, &bytes);
        prop_assert_eq!(end.happened.len() == bytes.len(), end.blocked.is_none());
        if let Some(blocked) = end.blocked {
            let mut position = end.position.clone();
            prop_assert_eq!(position.take(bytes[end.happened.len()]), Err(blocked));
            prop_assert_eq!(&position, &end.position);
            prop_assert_eq!(trace(&case, &bytes), trace(&case, &bytes[..end.happened.len()]));
        }
    }

    #[test]
    fn a_trace_tells_what_happened((game, order) in orders()) {
        let (case, end) = (game.case(), replay(&game.case(), &order));
        let trace = trace(&case, &order);
        let scenario = trace.scenario();
        prop_assert_eq!((scenario.strategy, scenario.servers), (game.strategy, game.servers));
        prop_assert_eq!((scenario.burst, scenario.limit), (game.requests, game.limit));
        prop_assert!(trace.events().is_sorted_by_key(|event| event.at));
        let mut told = trace.events().iter();
        for (nth, happened) in (1..).zip(&end.happened) {
            let begins = Time::START + STEP * nth;
            if let Happened::Synced { server, ran } = happened {
                let executed = told.by_ref().find(|event| matches!(event.kind, Kind::Executed { .. })).unwrap();
                prop_assert_eq!(executed.request, Request { number: game.requests + server, server: *server });
                prop_assert!(begins < executed.at && executed.at < begins + STEP);
                prop_assert_eq!(&told.next().unwrap().kind, &Kind::Received(ran.reply.clone()));
            }
            let Happened::Step(step) = happened else { continue };
            if step.first {
                let reached = told.by_ref().find(|event| matches!(event.kind, Kind::Reached(_))).unwrap();
                prop_assert_eq!((reached.at, reached.request), (begins, step.request));
                prop_assert_eq!(&reached.kind, &Kind::Reached(step.window));
            }
            if let Some(ran) = &step.ran {
                let executed = told.by_ref().find(|event| matches!(event.kind, Kind::Executed { .. })).unwrap();
                prop_assert_eq!(executed.request, step.request);
                prop_assert!(begins < executed.at && executed.at < begins + STEP);
                let (command, reply) = (ran.command.clone(), ran.reply.clone());
                let (before, after) = (ran.before.clone(), ran.after.clone());
                prop_assert_eq!(&executed.kind, &Kind::Executed { command: command.into(), reply, before, after });
                prop_assert_eq!(&told.next().unwrap().kind, &Kind::Received(ran.reply.clone()));
            }
            let next = told.next().unwrap();
            prop_assert_eq!(next.request, step.request);
            match (&next.kind, step.decided) {
                (Kind::Decided { decision, outcome }, decided) => prop_assert_eq!(decided, Some((*decision, *outcome))),
                (Kind::Sent(_), decided) => prop_assert_eq!(decided, None),
                (other, _) => panic!("{other:?}"),
            }
        }
        prop_assert!(told.all(|event| event.kind == Kind::Routed));
        prop_assert_eq!(trace.allowed(), end.position.allowed());
        let count = trace.events().iter().filter(|event| event.outcome() == Some(Outcome::Over)).count();
        prop_assert_eq!(count as u32, end.position.over());
    }

    #[test]
    fn after_each_choice_the_trace_s_moment_is_the_position((game, order) in orders()) {
        let case = game.case();
        let trace = trace(&case, &order);
        for choices in 0..=order.len() {
            let position = replay(&case, &order[..choices]).position;
            let moment = trace.moment(after(choices));
            prop_assert_eq!((moment.sent, moment.queued), (game.requests, 0));
            // A key that ends with the window ends without an event.
            if !matches!(position.counter(), Some((_, None))) {
                prop_assert_eq!(moment.counter, position.counter());
            }
            let outcomes = |outcome| moment.servers.iter().map(|server: &ServerMoment| server.count(outcome) as u32).sum();
            let [allowed, over, refused]: [u32; 3] = [Outcome::Allowed, Outcome::Over, Outcome::Refused].map(outcomes);
            prop_assert_eq!((allowed + over, over), (position.allowed(), position.over()));
            prop_assert_eq!(refused, position.refused());
        }
    }

    #[test]
    fn a_command_that_is_held_back_is_on_its_way_all_that_time((game, order) in orders()) {
        let case = game.case();
        let trace = trace(&case, &order);
        let end = trace.end();
        // Each request's messages follow on each other without a gap: a reply is followed by the next command.
        let mut last: Vec<Option<(Stretch, Time)>> = vec![None; (game.requests + game.servers) as usize];
        for leg in trace.legs() {
            prop_assert!(leg.from < leg.to && leg.to <= end);
            let last = &mut last[leg.request.number as usize];
            if let Some((stretch, to)) = *last {
                prop_assert_eq!(leg.from, to, "{:?} after {:?}", leg, stretch);
            }
            *last = Some((leg.stretch, leg.to));
        }
    }

    #[test]
    fn read_then_write_is_over_within_a_window_only_where_reads_went_stale((game, order) in orders()) {
        let game = Game { strategy: Strategy::GetSet, events: Events::default(), ..game };
        let trace = trace(&game.case(), &order);
        let over = trace.events().iter().any(|event| event.outcome() == Some(Outcome::Over));
        prop_assert!(!over || !trace.stale_reads().is_empty());
    }
}

#[test]
fn every_order_that_the_explorer_shows_as_breaking_breaks_over_a_redis_with_a_queue_and_a_clock() {
    let mut broken = 0;
    for (strategy, events) in Strategy::ALL.iter().flat_map(|one| [Events::default(), BOTH].map(|all| (*one, all))) {
        for (requests, limit) in [(2, 1), (4, 1), (5, 2), (6, 3)] {
            let case = game(strategy, requests, limit, events).case();
            let found = Explorer::new(&case).finish();
            let breaking = found.histogram.iter().map(|bar| &bar.example).chain(&found.shortest);
            for order in breaking {
                let end = replay(&case, order);
                assert_eq!(end.blocked, None);
                assert_eq!(feed(&case, order, &end.happened), end.position.over());
                broken += u32::from(end.position.over() > 0);
            }
            if !events.window_ends {
                for bar in &found.histogram {
                    let over = replay(&case, &bar.example).position.over();
                    assert_eq!(over, bar.allowed.saturating_sub(limit), "{strategy:?} {requests} {limit}");
                }
            }
        }
    }
    assert!(broken > 50, "{broken}");
}

#[test]
fn both_read_before_either_writes() {
    let case = game(Strategy::GetSet, 2, 1, Events::default()).case();
    let end = replay(&case, &[1, 2, 1, 2]);
    let lines: Vec<String> = steps(&end.happened)
        .iter()
        .map(|step| {
            let ran = step.ran.as_ref().unwrap();
            let outcome = step.decided.map(|(_, outcome)| outcome);
            format!("server {}: {} -> {} {outcome:?}", step.request.server + 1, ran.command, ran.reply)
        })
        .collect();
    assert_eq!(
        lines,
        [
            "server 1: GET rl:user81:0 -> (nil) None",
            "server 2: GET rl:user81:0 -> (nil) None",
            "server 1: SET rl:user81:0 1 EX 11 -> OK Some(Allowed)",
            "server 2: SET rl:user81:0 1 EX 11 -> OK Some(Over)",
        ]
    );
    let key = Limiter::new(case.scenario()).key(0, Time::START);
    assert_eq!(end.position.counter(), Some((key, Some(Text::Integer(1)))));
    let [stale] = trace(&case, &[1, 2, 1, 2]).stale_reads().try_into().unwrap();
    assert_eq!((stale.request.number, stale.value), (1, None));
    assert_eq!((stale.read, stale.stale, stale.wrote), (at(2), at(3), at(4)));
}

/// When the command of a choice runs in a trace.
fn at(step: u64) -> Time {
    Time::START + STEP * step + Span::from_micros(500)
}

#[test]
fn a_choice_that_can_t_be_taken_says_why() {
    let case = game(Strategy::GetSet, 3, 1, BOTH).case();
    let blocked = |order: &[u8]| replay(&case, order).blocked;
    for number in [0, 7, 255] {
        assert_eq!(blocked(&[number]), Some(Blocked::NoSuchChoice));
    }
    assert_eq!(blocked(&[1, 1, 1]), Some(Blocked::Decided(Outcome::Allowed)));
    assert_eq!(blocked(&[1, 1, 2, 2]), Some(Blocked::Decided(Outcome::Refused)));
    assert_eq!(blocked(&[1, 2, 1, 2, 2]), Some(Blocked::Decided(Outcome::Over)));
    assert_eq!(blocked(&[4, 4]), Some(Blocked::WindowEnded));
    assert_eq!(blocked(&[5, 6]), Some(Blocked::Crashed));
    assert_eq!(blocked(&[1, 5, 1]), Some(Blocked::Lost));
    assert_eq!(blocked(&[1, 1, 2, 3, 4]), Some(Blocked::Done));
    assert_eq!(blocked(&[1, 1, 2, 3, 5]), Some(Blocked::Done));
    // Without the events there are no such choices.
    let case = game(Strategy::GetSet, 3, 1, Events::default()).case();
    for number in [4, 5, 6] {
        assert_eq!(replay(&case, &[number]).blocked, Some(Blocked::NoSuchChoice));
    }
}

#[test]
fn after_the_window_s_end_checks_count_anew_and_those_that_began_before_still_count_there() {
    let case = game(Strategy::GetSet, 3, 1, Events { window_ends: true, crashes: false }).case();
    let end = replay(&case, &[1, 1, 2, 4, 3, 3]);
    let windows: Vec<u64> = steps(&end.happened).iter().map(|step| step.window).collect();
    assert_eq!(windows, [0, 0, 0, 1, 1]);
    assert_eq!((end.position.allowed(), end.position.over(), end.position.done()), (2, 0, true));
    // One that read before the end and writes after it is over in its own window, not in the new one.
    let end = replay(&case, &[1, 2, 1, 4, 2, 3, 3]);
    assert_eq!((end.position.allowed(), end.position.over()), (3, 1));
    assert!(matches!(&end.happened[4], Happened::Step(step) if step.decided.unwrap().1 == Outcome::Over));
}

#[test]
fn a_crash_loses_what_is_under_way_at_that_server_and_what_it_counted() {
    // Requests 1 and 3 are at server 1, request 2 at server 2.
    let case = game(Strategy::GetSet, 3, 5, BOTH).case();
    let end = replay(&case, &[1, 2, 5, 3]);
    assert_eq!(end.happened[2], Happened::Crashed { server: 0, lost: 1 });
    assert_eq!(end.position.next(0), Next::Lost);
    assert!(matches!(end.position.next(1), Next::Runs { command: Command::Set(..), begun: true }));
    assert!(matches!(end.position.next(2), Next::Runs { command: Command::Set(..), begun: true }));
    let case = game(Strategy::Local, 3, 1, BOTH).case();
    let end = replay(&case, &[1, 5]);
    assert_eq!(end.position.memories()[0], Memory::default());
    assert_eq!(replay(&case, &[1, 3]).position.allowed(), 1);
    assert_eq!(replay(&case, &[1, 5, 3]).position.allowed(), 2);
}

#[test]
fn a_case_takes_what_choices_can_number() {
    let scenario = |servers, burst| Scenario { servers, burst, ..Scenario::default() };
    let case = |servers, burst| Case::of(&scenario(servers, burst), BOTH);
    assert!(case(1, 1).is_some() && case(32, 100).is_some());
    assert!(case(1, 0).is_none() && case(1, 101).is_none() && case(0, 1).is_none() && case(33, 1).is_none());
    assert!(Case::of(&Scenario { window: Span::ZERO, ..scenario(1, 1) }, BOTH).is_none());
    let largest = case(32, 100).unwrap();
    assert_eq!(largest.numbers().last(), Some(133));
    for choice in largest.numbers() {
        assert_eq!(largest.number(largest.pick(choice).unwrap()), choice);
    }
    // What has no part in an order makes no other case.
    let other = Scenario { seed: 3, rtt: Span::ZERO, spread: Span::from_secs(1), ..scenario(2, 3) };
    assert_eq!(Case::of(&other, BOTH), case(2, 3));
}
