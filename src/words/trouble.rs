//! What goes wrong, in words.

use limit_sim::fleet::Change;
use limit_sim::run::{Breaker, Loss, Way};
use limit_sim::scenario::What;
use limit_sim::trace::{Event, Kind};

/// What a fault is, in few words.
pub fn fault(what: What) -> String {
    match what {
        What::Down => "Redis down".to_owned(),
        What::Silent => "Redis silent".to_owned(),
        What::Paused => "Redis paused".to_owned(),
        What::Slow(factor) => format!("Redis {factor}\u{d7} slower"),
        What::Failover => "fail-over to a replica".to_owned(),
        What::Flush => "keys flushed".to_owned(),
        What::Evict => "keys evicted".to_owned(),
        What::Delete => "key deleted by hand".to_owned(),
        What::Crash(server) => format!("server {} crashes", server + 1),
        What::Join(1) => "1 server joins".to_owned(),
        What::Join(servers) => format!("{servers} servers join"),
        What::Leave(1) => "1 server leaves".to_owned(),
        What::Leave(servers) => format!("{servers} servers leave"),
        What::Deploy => "rolling deploy".to_owned(),
    }
}

/// What has become of a server.
pub const fn change(change: Change) -> &'static str {
    match change {
        Change::Joins => "joins, empty",
        Change::Leaves => "leaves",
        Change::Crashes => "crashes",
        Change::Returns => "is back, empty",
        Change::Drains => "takes no more requests",
        Change::Restarts => "is restarted, empty",
    }
}

/// What happens to a request where something goes wrong, and what there is to say of it; nothing for what happens anyway.
pub const fn mishap(kind: &Kind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        Kind::Dropped(Way::Out) => ("is lost on the way", "the command does not reach Redis"),
        Kind::Dropped(Way::Back) => ("reply is lost", "the command ran; nobody hears of it"),
        Kind::Refused => ("is refused", "nobody is there to connect to"),
        Kind::Reset => ("loses its connection", "the command waited at Redis and will not run"),
        Kind::Failed => ("hears of it", "there is no connection"),
        Kind::TimedOut => ("times out", "the server waits no longer; the command may still run"),
        Kind::Retried => ("tries again", "the client library sends the same command"),
        Kind::CameLate => ("reply comes too late", "the command ran; nobody waits for it"),
        Kind::Breaker(Breaker::Open) => ("breaker opens", "Redis is left alone for a while"),
        Kind::Breaker(Breaker::Probing) => ("breaker probes", "this check asks, to see whether Redis answers"),
        Kind::Breaker(Breaker::Closed) => ("breaker closes", "Redis answers again"),
        Kind::Skipped => ("does not ask", "the breaker is open"),
        Kind::Lost(Loss::AtBalancer) => ("is lost", "no server is there"),
        Kind::Lost(Loss::OnTheWay) => ("is lost", "its server had crashed when it came"),
        Kind::Lost(Loss::Checking(_)) => ("is lost", "its server stopped during the check"),
        _ => return None,
    })
}

/// An event of what goes wrong: what it is called, and what there is to say of it. Nothing for any other.
pub fn event(event: &Event) -> (&'static str, String) {
    match &event.kind {
        Kind::Fault(what, true) => ("it begins", fault(what.what)),
        Kind::Fault(what, false) => ("it is over", fault(what.what)),
        Kind::Server(what) => ("server", format!("{} {}", event.request.server + 1, change(*what))),
        kind => mishap(kind).map(|(what, detail)| (what, detail.to_owned())).unwrap_or_default(),
    }
}
