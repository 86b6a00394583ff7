//! A trace's hash, by which two machines find out that they ran the same.

use std::fmt::{self, Write};
use std::hash::Hasher;

use fnv::FnvHasher;

use super::{Event, Kind};

/// FNV-1a (64 bits) over all events. Displays as 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceHash(u64);

impl TraceHash {
    pub(super) fn of(events: &[Event]) -> Self {
        let mut bytes = Bytes(FnvHasher::default());
        for event in events {
            bytes.event(event);
        }
        Self(bytes.0.finish())
    }
}

impl fmt::Display for TraceHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What is hashed, defined byte by byte so that no machine's word size or layout matters.
struct Bytes(FnvHasher);

impl Bytes {
    fn event(&mut self, Event { at, request, kind }: &Event) {
        self.0.write(&at.nanos().to_le_bytes());
        self.0.write(&request.number.to_le_bytes());
        self.0.write(&request.server.to_le_bytes());
        match kind {
            Kind::Routed => self.0.write(&[0]),
            Kind::Reached(window) => {
                self.0.write(&[1]);
                self.0.write(&window.to_le_bytes());
            }
            // Command and reply are in the execution that follows or went before.
            Kind::Sent(_) => self.0.write(&[2]),
            Kind::Queued => self.0.write(&[3]),
            Kind::Executed { command, reply, .. } => {
                self.0.write(&[4]);
                self.text(format_args!("{command}\n{reply}\n"));
            }
            Kind::Received(_) => self.0.write(&[5]),
            Kind::Decided { decision, .. } => self.0.write(&[6, decision.allowed.into()]),
        }
    }

    fn text(&mut self, text: fmt::Arguments<'_>) {
        // Writing into a hash can't fail.
        let _ = self.write_fmt(text);
    }
}

impl Write for Bytes {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
