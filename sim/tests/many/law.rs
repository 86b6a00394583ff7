//! The exact law of how many are let through where each server counts for itself and the balancer draws at random.

use limit_sim::many::Histogram;

/// `P(S = s)` for each s up to `burst`, where S is the sum of `min(X_i, most)` and the X_i are how many of the requests each
/// server gets, all servers equally likely.
///
/// That is `burst! / servers^burst` times a coefficient of the product of the servers' exponential generating functions. Each
/// is cut in two: below `most`, where all are let through, and from there on; with j servers of the second kind S is `j * most`
/// and what the others get. Coefficients have the weights of a Poisson distribution, so that none is too large or too small:
/// Poisson numbers, given their sum, are what servers get.
pub fn law(servers: u32, burst: u32, most: u32) -> Vec<f64> {
    let (n, most) = (burst as usize, most as usize);
    let one = poisson(f64::from(burst) / f64::from(servers), n);
    let cut = |keep: &dyn Fn(usize) -> bool| -> Vec<f64> {
        one.iter().enumerate().map(|(x, weight)| if keep(x) { *weight } else { 0.0 }).collect()
    };
    let below = powers(&cut(&|x| x < most), servers);
    let full = powers(&cut(&|x| x >= most), servers);
    let all = poisson(f64::from(burst), n)[n];
    let mut law = vec![0.0; n + 1];
    let mut ways = 1.0;
    for j in (0..=servers as usize).take_while(|j| j * most <= n) {
        let others = servers as usize - j;
        for rest in 0..=n - j * most {
            law[j * most + rest] += ways * below[others][rest] * full[j][n - rest] / all;
        }
        ways *= others as f64 / (j + 1) as f64;
    }
    law
}

/// The probabilities of 0 to `n`.
fn poisson(mean: f64, n: usize) -> Vec<f64> {
    let mut at = vec![(-mean).exp()];
    for k in 1..=n {
        at.push(at[k - 1] * mean / k as f64);
    }
    at
}

/// The powers of a polynomial from the 0th on, each up to the polynomial's own degree.
fn powers(of: &[f64], most: u32) -> Vec<Vec<f64>> {
    let mut one = vec![0.0; of.len()];
    one[0] = 1.0;
    let next = |last: &Vec<f64>| {
        let coefficient = |k: usize| (0..=k).map(|i| last[i] * of[k - i]).sum();
        Some((0..of.len()).map(coefficient).collect())
    };
    std::iter::successors(Some(one), next).take(most as usize + 1).collect()
}

/// The mean and the standard deviation.
pub fn moments(law: &[f64]) -> [f64; 2] {
    let mean_of = |f: &dyn Fn(f64) -> f64| (0..).zip(law).map(|(s, at)| at * f(f64::from(s))).sum::<f64>();
    let mean = mean_of(&|s| s);
    [mean, mean_of(&|s| (s - mean).powi(2)).sqrt()]
}

/// The least number that so many per cent stay within.
pub fn quantile(law: &[f64], percent: u32) -> u32 {
    let mut within = 0.0;
    let enough = |at: &f64| {
        within += at;
        within >= f64::from(percent) / 100.0
    };
    law.iter().position(enough).expect("all stay within all") as u32
}

/// How far runs are from the law by Pearson's statistic, and how far that may be: one in 10,000 is further off when the law
/// holds. Neighbours are put together until five runs are expected of them at least.
pub fn chi_square(histogram: &Histogram, law: &[f64]) -> [f64; 2] {
    let runs = histogram.runs() as f64;
    let counted = |s: usize| histogram.bars().iter().find(|bar| bar.allowed as usize == s).map_or(0, |bar| bar.runs);
    let mut bins = vec![[0.0; 2]];
    for (s, at) in law.iter().enumerate() {
        if bins.last().is_some_and(|[expected, _]| *expected >= 5.0) {
            bins.push([0.0; 2]);
        }
        let last = bins.last_mut().expect("there is one");
        *last = [last[0] + at * runs, last[1] + counted(s) as f64];
    }
    // What is left over goes to the last that is large enough.
    if let [.., last, rest] = &mut bins[..]
        && rest[0] < 5.0
    {
        *last = [last[0] + rest[0], last[1] + rest[1]];
        bins.pop();
    }
    assert!(bins.len() > 2, "too few bins to be a test: {bins:?}");
    let off = bins.iter().map(|[expected, counted]| (counted - expected).powi(2) / expected).sum();
    // Wilson and Hilferty's approximation, with the normal distribution's quantile.
    let degrees = (bins.len() - 1) as f64;
    let spread = 2.0 / (9.0 * degrees);
    [off, degrees * (1.0 - spread + 3.719 * spread.sqrt()).powi(3)]
}

#[test]
fn the_law_is_what_going_through_every_routing_counts() {
    for (servers, burst, most) in [(1, 7, 3), (2, 9, 2), (3, 7, 1), (3, 6, 3), (4, 5, 2), (2, 6, 9), (3, 4, 0)] {
        let mut counted = vec![0; burst as usize + 1];
        let all = u32::pow(servers, burst);
        for routing in 0..all {
            let server = |nth: u32| routing / servers.pow(nth) % servers;
            let each = |of: u32| (0..burst).filter(|nth| server(*nth) == of).count().min(most as usize);
            counted[(0..servers).map(each).sum::<usize>()] += 1;
        }
        for (at, counted) in law(servers, burst, most).iter().zip(&counted) {
            let exact = f64::from(*counted) / f64::from(all);
            assert!((at - exact).abs() < 1e-12, "{servers} {burst} {most}: {at}, not {exact}");
        }
    }
}

#[test]
fn the_law_adds_up_to_one_however_large_it_is() {
    for (servers, burst, most) in [(32, 500, 12), (2, 400, 200), (16, 300, 1), (9, 300, 400)] {
        let all: f64 = law(servers, burst, most).iter().sum();
        assert!((all - 1.0).abs() < 1e-9, "{servers} {burst} {most}: {all}");
    }
}
