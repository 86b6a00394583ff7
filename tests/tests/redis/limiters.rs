//! Every limiter's program, command by command, on a real Redis as on the model: the same replies, so the same decisions.
//!
//! Orders come from the explorer (a shortest one that goes over the limit, one for each number that is let through) and at
//! random. Each request has a connection of its own, as from its server's pool.

use anyhow::{Context, Result, ensure};
use lab_tests::random::Source;
use lab_tests::redis::travel::{Told, pass, set_clock};
use lab_tests::redis::{Connection, Server, agree, lua};
use limit_sim::explore::Explorer;
use limit_sim::hand::{Case, Events, Happened, Position};
use limit_sim::placement::{Limiter, scripts};
use limit_sim::redis::{Command, Reply};
use limit_sim::rule::Rule;
use limit_sim::scenario::{Choice, RedisVersion, Scenario, Strategy, WindowStart, misfit};
use limit_sim::scenario::{Rule as RuleName, Traffic};
use limit_sim::time::{Span, Time};

/// A window so long that it does not end by itself meanwhile.
const WINDOW: Span = Span::from_secs(1000);
/// Orders at random for each pair.
const ORDERS: usize = 12;

/// Every strategy with every rule that it takes.
fn pairs() -> Vec<Scenario> {
    let mut pairs = Vec::new();
    for strategy in Strategy::ALL {
        for rule in RuleName::ALL {
            for window_start in WindowStart::ALL {
                let (strategy, rule, window_start) = (*strategy, *rule, *window_start);
                let scenario = Scenario {
                    strategy,
                    rule,
                    window_start,
                    traffic: Traffic::Burst,
                    burst: 5,
                    servers: 3,
                    limit: 2,
                    window: WINDOW,
                    lease: Span::from_secs(10_000),
                    retries: 2,
                    redis_version: RedisVersion::V7,
                    ..Scenario::default()
                };
                let doubled = rule != RuleName::FixedWindow && window_start == WindowStart::FirstHit;
                if misfit(&scenario).is_none() && !doubled {
                    pairs.push(scenario);
                }
            }
        }
    }
    pairs
}

/// A server, and a connection for each request and one besides.
struct House {
    server: Server,
    connections: Vec<Connection>,
}

impl House {
    fn open(requests: u32) -> Result<Self> {
        let server = Server::start()?;
        let connections = (0..=requests).map(|_| server.connect(lua::text)).collect::<Result<_>>()?;
        Ok(Self { server, connections })
    }

    /// Plays an order on both; answers the decisions.
    fn play(&mut self, case: &Case, order: &mut dyn FnMut(&Position) -> Option<u8>) -> Result<Vec<bool>> {
        self.server.flush()?;
        // A request that was lost may have left its connection watching.
        self.connections.iter_mut().try_for_each(|one| one.run(&Command::Unwatch).map(drop))?;
        let [others @ .., own] = &mut self.connections[..] else { unreachable!("there are connections") };
        own.run(&Command::ScriptLoad(scripts::UNLOCK))?;
        let script = scripts::of(&Rule::of(case.scenario()));
        let told = Told::load(own, script, lua::text(&script))?;
        let mut now = Time::START;
        set_clock(own, now)?;
        let mut position = Position::start(case);
        let mut decisions = Vec::new();
        let mut played = Vec::new();
        while let Some(choice) = order(&position) {
            played.push(choice);
            let happened = position.take(choice).map_err(|why| anyhow::anyhow!("{played:?}: {why:?}"))?;
            let (ran, connection) = match &happened {
                Happened::Step(step) => {
                    decisions.extend(step.decided.map(|(decision, _)| decision.allowed));
                    (step.ran.as_ref(), &mut others[step.request.number as usize])
                }
                Happened::Synced { ran, .. } => (Some(&**ran), &mut *own),
                Happened::WindowEnded => {
                    now = now + case.scenario().window;
                    pass(own, case.scenario().window)?;
                    set_clock(own, now)?;
                    continue;
                }
                // What a server forgets, Redis has never known; its connections close.
                Happened::Crashed { .. } => continue,
            };
            let Some(ran) = ran else { continue };
            let real = told.run(connection, &ran.command)?;
            let same = same(&ran.command, &ran.reply, &real);
            ensure!(same, "{played:?}: {} answers {real}, the model {}", ran.command, ran.reply);
        }
        Ok(decisions)
    }
}

/// Whether the replies agree. Only how long a key that ends its window still lives is told by a clock that does not stand
/// still.
fn same(command: &Command, model: &Reply, real: &Reply) -> bool {
    let by_expiry = matches!(command, Command::EvalSha(script, ..) if *script == first_hit_script());
    match (model, real) {
        (Reply::Array(model), Reply::Array(real)) if by_expiry => {
            let numbers = |replies: &[Reply]| replies.iter().filter_map(Reply::integer).collect::<Vec<_>>();
            let (model, real) = (numbers(model), numbers(real));
            model[..2] == real[..2] && (model[2] - 60_000_000..=model[2]).contains(&real[2])
        }
        _ => agree(model, real),
    }
}

fn first_hit_script() -> limit_sim::redis::Script {
    scripts::of(&Rule::of(&Scenario { window_start: WindowStart::FirstHit, ..Scenario::default() }))
}

/// Takes these choices and stops.
fn given(order: Vec<u8>) -> impl FnMut(&Position) -> Option<u8> {
    let mut choices = order.into_iter();
    move |_| choices.next()
}

/// Takes any choice that can be taken, until all requests are decided.
fn any<'a>(case: &'a Case, source: &'a mut Source) -> impl FnMut(&Position) -> Option<u8> + 'a {
    move |position| {
        let open: Vec<u8> = case.numbers().filter(|choice| position.check(*choice).is_ok()).collect();
        (!open.is_empty()).then(|| open[source.below(open.len())])
    }
}

#[test]
fn every_limiter_decides_on_a_real_redis_as_on_the_model() -> Result<()> {
    let mut source = Source::announced("limiters on a real Redis");
    let mut house = House::open(5)?;
    for scenario in pairs() {
        let name =
            format!("{} by {} ({})", scenario.strategy.name(), scenario.rule.name(), scenario.window_start.name());
        let mut play = |case: &Case, order: &mut dyn FnMut(&Position) -> Option<u8>| {
            house.play(case, order).with_context(|| name.clone())
        };
        for events in [(false, false), (true, false), (true, true)] {
            let events = Events { window_ends: events.0, crashes: events.1 };
            let case = Case::of(&scenario, events).context("a case that fits")?;
            for _ in 0..ORDERS {
                play(&case, &mut any(&case, &mut source))?;
            }
        }
        // Fewer requests, so that all orders are gone through.
        let few = Scenario { burst: 3, servers: 2, limit: 1, retries: 1, ..scenario };
        let case = Case::of(&few, Events::default()).context("a case that fits")?;
        let found = Explorer::new(&case).finish();
        let examples = found.histogram.into_iter().map(|bar| (bar.allowed, bar.example));
        for (allowed, example) in examples {
            let decisions = play(&case, &mut given(example))?;
            ensure!(decisions.iter().filter(|one| **one).count() == allowed as usize, "{name}: {decisions:?}");
        }
        if let Some(shortest) = found.shortest {
            let decisions = play(&case, &mut given(shortest))?;
            ensure!(decisions.iter().filter(|one| **one).count() == 2, "{name}: over by one: {decisions:?}");
        }
    }
    Ok(())
}

#[test]
fn a_server_that_does_not_know_the_script_is_told_it_and_asked_again() -> Result<()> {
    let mut house = House::open(1)?;
    for rule in RuleName::ALL {
        house.server.flush()?;
        let scenario =
            Scenario { strategy: Strategy::Script, rule: *rule, burst: 1, window: WINDOW, ..Scenario::default() };
        let limiter = Limiter::new(&scenario);
        let call = Command::EvalSha(
            scripts::of(&Rule::of(&scenario)),
            [limiter.key(0, Time::START)].into(),
            scripts::arguments(&Rule::of(&scenario), 1),
        );
        let connection = &mut house.connections[0];
        ensure!(connection.run(&call)?.to_string().contains("NOSCRIPT"));
        let script = scripts::of(&Rule::of(&scenario));
        ensure!(connection.run(&Command::ScriptLoad(script))?.to_string() == script.sha1, "{}", rule.name());
        let reply = connection.run(&call)?;
        ensure!(reply.nth(0).integer() == Some(1) && reply.nth(1).integer() == Some(9), "{}: {reply}", rule.name());
    }
    Ok(())
}

#[test]
fn every_script_s_hash_is_that_of_its_text() -> Result<()> {
    let mut house = House::open(1)?;
    for (name, script) in scripts::ALL {
        let sha1 = house.connections[0].run(&Command::ScriptLoad(script))?.to_string();
        ensure!(sha1 == script.sha1, "{name}: {sha1}");
    }
    Ok(())
}
