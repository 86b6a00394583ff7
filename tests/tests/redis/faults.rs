//! The same faults on a real redis-server: a process that is stopped, and one that stands still; keys and scripts that are
//! gone; a replica that takes over; a port where nobody listens; a delay in between. The same replies, so the same decisions.
//!
//! What is lost on the way, and a Redis that is slow, need no server: there the replies are the same, and come at other times.
//! Strategies whose checks do not ask Redis are left out.
//!
//! The run is the simulation's: it says what happens when. Each limiter's program is driven once more, by the real replies
//! and by what went wrong, and must send and decide the same.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use lab_tests::random::Source;
use lab_tests::redis::server::wait;
use lab_tests::redis::travel::{Told, on_a_key_s_clock, set_clock};
use lab_tests::redis::{Connection, Server, agree, lua};
use limit_sim::placement::{Around, Asker, Limiter, Memory, Program, Step, scripts};
use limit_sim::redis::{Command, Reply};
use limit_sim::rule::Rule;
use limit_sim::scenario::{Choice, Fault, Faults, OnFailure, Reload, Scenario, Strategy, Traffic, What};
use limit_sim::time::{Span, Time};
use limit_sim::trace::{Event, Kind, Trace};

/// Schedules at random for each strategy.
const SCHEDULES: usize = 30;

/// The strategies whose checks ask Redis.
const STRATEGIES: [Strategy; 12] = [
    Strategy::GetSet,
    Strategy::GetIncr,
    Strategy::Incr,
    Strategy::IncrExpire,
    Strategy::MultiExec,
    Strategy::SetNxIncr,
    Strategy::ReadWrite,
    Strategy::Cas,
    Strategy::Lock,
    Strategy::Script,
    Strategy::Edge,
    Strategy::DenyCache,
];

/// A stream in which things go wrong one after the other.
fn schedule(source: &mut Source, strategy: Strategy) -> Scenario {
    let kinds = [What::Down, What::Silent, What::Paused, What::Slow(200), What::Failover, What::Flush, What::Delete];
    let any = |source: &mut Source, kinds: &[What]| kinds[source.below(kinds.len())];
    let mut from = Time::START;
    let faults: Faults = (0..3)
        .map(|_| {
            from = from + Span::from_micros(4_000 + source.below(9_000) as u64);
            let what = any(source, &kinds);
            let lasts = match what {
                What::Flush | What::Delete => Span::ZERO,
                _ => Span::from_micros(2_000 + source.below(8_000) as u64),
            };
            let fault = Fault { from, until: from + lasts, what };
            from = fault.until;
            fault
        })
        .collect();
    Scenario {
        strategy,
        traffic: Traffic::Steady,
        rate: 500,
        duration: Span::from_millis(60),
        servers: 2,
        limit: 8,
        window: Span::from_secs(1000),
        // So that what is stored lives longer than a test.
        lease: Span::from_secs(1000),
        rtt: Span::from_micros(500),
        retries: 2,
        seed: source.below(1 << 30) as u64,
        faults,
        timeout: (source.below(3) > 0).then(|| Span::from_millis(3)),
        retry: source.below(2) as u32,
        breaker: (source.below(3) == 0).then_some(2),
        breaker_reset: Span::from_millis(5),
        on_failure: OnFailure::ALL[source.below(3)],
        reload: Reload::ALL[source.below(2)],
        ..Scenario::default()
    }
}

/// A check that is driven once more.
struct Check {
    program: Program,
    /// What it sent last, and whether that is still to be answered.
    sent: Option<Command>,
    connection: Option<Connection>,
    waits: bool,
}

/// A real Redis, and the servers in front of it.
struct House {
    limiter: Limiter,
    script: limit_sim::redis::Script,
    told: Told,
    real: Server,
    /// What is to take over.
    replica: Option<Server>,
    memories: Vec<Memory>,
    checks: BTreeMap<u32, Check>,
    /// Real replies that are on their way.
    replies: BTreeMap<u32, Reply>,
    own: Option<Connection>,
}

impl House {
    fn open(scenario: &Scenario) -> Result<Self> {
        let replicated = scenario.faults.iter().any(|fault| fault.what == What::Failover);
        let real = if replicated { Server::start_primary()? } else { Server::start()? };
        let mut own = real.connect(lua::text)?;
        own.run(&Command::ScriptLoad(scripts::UNLOCK))?;
        let script = scripts::of(&Rule::of(scenario));
        let told = Told::load(&mut own, script, lua::text(&script))?;
        Ok(Self {
            limiter: Limiter::new(scenario),
            script,
            told,
            real,
            replica: None,
            memories: vec![Memory::default(); scenario.servers as usize],
            checks: BTreeMap::new(),
            replies: BTreeMap::new(),
            own: Some(own),
        })
    }

    fn own(&mut self) -> Result<&mut Connection> {
        if self.own.is_none() {
            self.own = Some(self.real.connect(lua::text)?);
        }
        self.own.as_mut().context("it was just opened")
    }

    fn begin(&mut self, fault: Fault) -> Result<()> {
        match fault.what {
            What::Down => {
                self.own = None;
                self.real.shut_down()?;
                self.checks.values_mut().for_each(|check| check.connection = None);
            }
            What::Paused => self.real.stand_still(true)?,
            What::Failover => {
                let mut replica = self.real.start_replica()?;
                self.real.cut_off(&mut replica)?;
                self.replica = Some(replica);
            }
            What::Flush => self.own()?.run_other(&["FLUSHALL"]).map(drop)?,
            What::Delete => {
                let Reply::Array(keys) = self.own()?.run_other(&["KEYS", "rl:*"])? else { return Ok(()) };
                for key in keys {
                    self.own()?.run_other(&["DEL", &key.to_string()])?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self, fault: Fault) -> Result<()> {
        match fault.what {
            What::Down => self.real.come_back()?,
            What::Paused => self.real.stand_still(false)?,
            What::Failover => {
                self.own = None;
                self.checks.values_mut().for_each(|check| check.connection = None);
                self.real = self.replica.take().context("a replica")?;
            }
            _ => {}
        }
        Ok(())
    }

    fn around<'a>(limiter: &'a Limiter, memories: &'a mut [Memory], event: &Event) -> Around<'a> {
        let Event { at, request, .. } = *event;
        let memory = &mut memories[request.server as usize];
        Around { limiter, server: request.server, memory, now: at, ran: at }
    }

    /// What a program's next step is, held against what the simulation did.
    fn follow(&mut self, number: u32, step: Step) -> Result<Option<limit_sim::placement::Decision>> {
        let check = self.checks.get_mut(&number).context("a check")?;
        check.waits = false;
        match step {
            Step::Send(command) => check.sent = Some(command),
            Step::Wait(_) => check.waits = true,
            Step::Decide(decision) => return Ok(Some(decision)),
            Step::Forward(_) => ensure!(false, "nobody forwards here"),
        }
        Ok(None)
    }

    /// Runs a command that runs in the simulation now; answers the real reply.
    fn execute(&mut self, number: u32, command: &Command, at: Time) -> Result<Reply> {
        let now = at.whole_micros();
        set_clock(self.own()?, now)?;
        let mut check = self.checks.remove(&number).context("a check")?;
        let mut connection = match check.connection.take() {
            Some(connection) => connection,
            None => self.real.connect(lua::text)?,
        };
        let reply = match command {
            Command::ScriptLoad(script) if *script == self.script => {
                let text = on_a_key_s_clock(lua::text(script));
                connection.run_other(&["SCRIPT", "LOAD", &text])?;
                // Its hash is another, because it takes the time from elsewhere.
                Reply::Bulk(script.sha1.into())
            }
            _ => self.told.run(&mut connection, command)?,
        };
        check.connection = Some(connection);
        self.checks.insert(number, check);
        Ok(reply)
    }

    /// Goes through a run, with the real Redis beside.
    fn follow_run(&mut self, scenario: &Scenario, trace: &Trace) -> Result<()> {
        let mut decided = BTreeMap::new();
        for event in trace.events() {
            let number = event.request.number;
            match &event.kind {
                Kind::Fault(fault, true) => self.begin(*fault)?,
                Kind::Fault(fault, false) => self.end(*fault)?,
                Kind::Reached(_) => {
                    let mut program = self.limiter.program(Asker { user: 0, id: number }, event.at);
                    let step = program.start(Self::around(&self.limiter, &mut self.memories, event));
                    let check = Check { program, sent: None, connection: None, waits: false };
                    self.checks.insert(number, check);
                    if let Some(decision) = self.follow(number, step)? {
                        decided.insert(number, decision);
                    }
                }
                Kind::Sent(command) => {
                    let check = self.checks.get_mut(&number).context("a check")?;
                    if check.waits {
                        let step = check.program.wake(Self::around(&self.limiter, &mut self.memories, event));
                        self.follow(number, step)?;
                    }
                    let sent = &self.checks[&number].sent;
                    ensure!(sent.as_ref() == Some(command), "{number} sends {sent:?}, not {command}");
                }
                Kind::Retried => {
                    // On a connection of its own.
                    self.checks.get_mut(&number).context("a check")?.connection = None;
                }
                // (A connection that was lost is refused, too, when Redis is back.)
                Kind::Refused => {
                    let down =
                        |fault: Fault| fault.what == What::Down && fault.from <= event.at && event.at < fault.until;
                    let there = self.real.connect(lua::text).is_ok();
                    ensure!(there != scenario.faults.iter().any(down), "somebody is there: {there}");
                }
                Kind::Executed { command, reply, .. } => {
                    let real = self.execute(number, command, event.at)?;
                    ensure!(agree(reply, &real), "{command} answers {real}, the model {reply}");
                    self.replies.insert(number, real);
                }
                Kind::Received(_) => {
                    let reply = self.replies.remove(&number).context("a reply")?;
                    let check = self.checks.get_mut(&number).context("a check")?;
                    let step = check.program.resume(Self::around(&self.limiter, &mut self.memories, event), &reply);
                    if let Some(decision) = self.follow(number, step)? {
                        decided.insert(number, decision);
                    }
                }
                Kind::Decided { decision, .. } => {
                    let by_hand = decided.remove(&number).unwrap_or_else(|| {
                        let memory = &mut self.memories[event.request.server as usize];
                        self.limiter.fall_back(memory, event.at)
                    });
                    ensure!(
                        (by_hand.allowed, by_hand.comparison) == (decision.allowed, decision.comparison),
                        "{number} is decided {by_hand:?}, not {decision:?}"
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }
}

#[test]
fn what_goes_wrong_with_a_real_redis_comes_to_the_same_decisions() -> Result<()> {
    let mut source = Source::announced("faults on a real Redis");
    for strategy in STRATEGIES {
        for _ in 0..SCHEDULES {
            let scenario = schedule(&mut source, strategy);
            let name = format!("{} with {:?}", strategy.name(), scenario.faults.iter().collect::<Vec<_>>());
            let trace = Trace::of(&scenario);
            House::open(&scenario)?.follow_run(&scenario, &trace).with_context(|| name)?;
        }
    }
    Ok(())
}

#[test]
fn a_process_that_stands_still_runs_what_was_said_to_it_once_it_goes_on_though_nobody_waits() -> Result<()> {
    let server = Server::start()?;
    let (mut one, mut other) = (server.connect(lua::text)?, server.connect(lua::text)?);
    server.stand_still(true)?;
    one.say(&["INCR", "rl:user81"])?;
    ensure!(one.hear(Some(Duration::from_millis(20)))?.is_none(), "a process that stands still has answered");
    // A client whose time is over closes its connection.
    drop(one);
    server.stand_still(false)?;
    let second = other.run_other(&["INCR", "rl:user81"])?;
    ensure!(second == Reply::Integer(2), "the first has counted, so this is the second, not {second}");
    Ok(())
}

#[test]
fn a_port_where_nobody_listens_refuses_at_once() -> Result<()> {
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let refused = TcpStream::connect(port).err().context("nobody listens there")?;
    ensure!(refused.kind() == std::io::ErrorKind::ConnectionRefused, "{refused}");
    Ok(())
}

/// Something between a client and a server that holds back what the server answers, until it is told to go on.
fn delay(server: std::net::SocketAddr, go_on: Receiver<()>) -> Result<std::net::SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || -> Result<()> {
        let (mut client, _) = listener.accept()?;
        let mut real = TcpStream::connect(server)?;
        let (mut up, mut down) = (client.try_clone()?, real.try_clone()?);
        thread::spawn(move || std::io::copy(&mut up, &mut real));
        let mut bytes = [0; 4096];
        loop {
            let read = down.read(&mut bytes)?;
            if read == 0 {
                return Ok(());
            }
            // Who is to tell it may be gone: then it goes on as well.
            let _ = go_on.recv();
            client.write_all(&bytes[..read])?;
        }
    });
    Ok(address)
}

#[test]
fn an_increment_that_timed_out_behind_a_delay_has_counted() -> Result<()> {
    let server = Server::start_primary()?;
    let (go_on, held) = channel();
    let mut client = TcpStream::connect(delay(server.address()?, held)?)?;
    client.set_read_timeout(Some(Duration::from_millis(100)))?;
    client.write_all(b"*2\r\n$4\r\nINCR\r\n$9\r\nrl:user81\r\n")?;
    let late = client.read(&mut [0; 64]).err().context("the reply is held back")?;
    ensure!(matches!(late.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut), "{late}");
    drop((client, go_on));
    let mut own = server.connect(lua::text)?;
    wait("the increment has run", || Ok(own.run_other(&["GET", "rl:user81"])? != Reply::Nil))?;
    let second = own.run_other(&["INCR", "rl:user81"])?;
    ensure!(second == Reply::Integer(2), "{second}");
    Ok(())
}
