//! The engine natively, to hold the browser against. Prints how many requests a sample lets through and the seconds of the
//! shortest: `engine-bench <requests in a burst> <bursts in a sample> <samples>`, or
//! `engine-bench many <link> <runs in a sample> <samples>`.

use std::hint::black_box;
use std::time::Instant;

use engine_bench::{bursts, many};

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &str| text.parse().unwrap_or_else(|_| panic!("a whole number is needed, not {text}"));
    match &given.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["many", link, runs, samples] => {
            let runs = number(runs);
            shortest(number(samples), || many(black_box(link), 0, runs));
        }
        [burst, runs, samples] => {
            let (burst, runs) = (number(burst), number(runs));
            shortest(number(samples), || bursts(black_box(burst), runs));
        }
        _ => panic!("three numbers are needed: requests in a burst, bursts in a sample, samples"),
    }
}

fn shortest(samples: u32, sample: impl Fn() -> u32) {
    let mut shortest = f64::INFINITY;
    for _ in 0..samples {
        let began = Instant::now();
        black_box(sample());
        shortest = shortest.min(began.elapsed().as_secs_f64());
    }
    println!("{} {shortest}", sample());
}
