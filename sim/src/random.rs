//! Chance: one seed, split into named streams, so that using more of one leaves the others as they were.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
