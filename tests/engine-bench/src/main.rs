//! The engine natively, to hold the browser against: `engine-bench <requests in a burst> <bursts in a sample> <samples>`
//! prints how many requests a sample lets through and the seconds of the shortest.

use std::hint::black_box;
use std::time::Instant;

use engine_bench::bursts;

fn main() {
    let given: Result<Vec<u32>, _> = std::env::args().skip(1).map(|number| number.parse()).collect();
    let Ok([burst, runs, samples]) = given.as_deref() else {
        panic!("three numbers are needed: requests in a burst, bursts in a sample, samples");
    };
    let mut shortest = f64::INFINITY;
    for _ in 0..*samples {
        let began = Instant::now();
        black_box(bursts(black_box(*burst), *runs));
        shortest = shortest.min(began.elapsed().as_secs_f64());
    }
    println!("{} {shortest}", bursts(*burst, *runs));
}
