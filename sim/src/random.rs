//! Chance: one seed, split into named streams, so that drawing more from one leaves the others as they were.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generator behind every stream. Its output for a seed is fixed by its published definition, and it works in 64-bit
/// operations, which WebAssembly has.
pub type Generator = Xoshiro256PlusPlus;

/// What a stream of chance decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// When each request is sent.
    Arrivals,
    /// Which server the balancer picks.
    Routing,
    /// How long each message to or from Redis takes.
    Jitter,
    /// Which user sends each request.
    Users,
    /// When each server first tells Redis what it has counted.
    Sync,
    /// How far each server's clock is off.
    Skew,
    /// Which keys are evicted.
    Faults,
}

impl Stream {
    /// Sets the streams of one seed apart: arbitrary constants (digits of pi), fixed for ever because links depend on them.
    const fn salt(self) -> u64 {
        match self {
            Self::Arrivals => 0x243F_6A88_85A3_08D3,
            Self::Routing => 0x1319_8A2E_0370_7344,
            Self::Jitter => 0xA409_3822_299F_31D0,
            Self::Users => 0x082E_FA98_EC4E_6C89,
            Self::Sync => 0x4528_21E6_38D0_1377,
            Self::Skew => 0xBE54_66CF_34E9_0C6C,
            Self::Faults => 0xC0AC_29B7_C97C_50DD,
        }
    }

    /// The generator of this stream for `seed`.
    pub fn generator(self, seed: u64) -> Generator {
        Generator::seed_from_u64(seed ^ self.salt())
    }
}

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    #[test]
    fn streams_of_one_seed_differ_and_repeat() {
        let first = |stream: Stream, seed| stream.generator(seed).next_u64();
        assert_eq!(first(Stream::Arrivals, 7), first(Stream::Arrivals, 7));
        assert_ne!(first(Stream::Arrivals, 7), first(Stream::Arrivals, 8));
        let streams = [Stream::Arrivals, Stream::Routing, Stream::Jitter].map(|stream| first(stream, 7));
        assert!(streams[0] != streams[1] && streams[0] != streams[2] && streams[1] != streams[2], "{streams:?}");
    }
}
