//! What several endpoints do while Redis gives no answer, and what that costs.

use std::ops::RangeInclusive;

use super::OnFailure;

/// The policies of three endpoints that meet the same requests and the same outage, and what the numbers stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policies {
    /// Taking orders, sending one-time passwords, searching: what each does without an answer.
    pub endpoints: [OnFailure; 3],
    /// What a message with a one-time password costs, in hundredths.
    pub price: u32,
    /// How many requests each simulated one stands for.
    pub stands_for: u32,
}

impl Policies {
    /// Allowed prices.
    pub const PRICE: RangeInclusive<u32> = 0..=1000;
    /// Allowed numbers of requests that one stands for.
    pub const STANDS_FOR: RangeInclusive<u32> = 1..=10_000;
}

impl Default for Policies {
    /// Orders go on against each server's share, no password is sent unchecked, searches pass.
    fn default() -> Self {
        Self { endpoints: [OnFailure::Local, OnFailure::Closed, OnFailure::Open], price: 5, stands_for: 1 }
    }
}
