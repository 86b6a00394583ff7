//! Where it is measured, without naming the machine: numbers mean little without it.

use anyhow::Result;
use lab_tests::page::Page;

/// Prints the browser and how many cores there are.
pub async fn tell(page: &Page) -> Result<()> {
    let browser: String =
        page.ask("return navigator.userAgent.match(/\\S*Chrom\\S*/)?.[0] ?? navigator.userAgent").await?;
    println!("{browser}, {} cores", std::thread::available_parallelism().map_or(1, usize::from));
    Ok(())
}

/// How many programs wanted a core in the last minute, where the system tells: above the number of cores, what is measured is
/// what was left.
pub fn busy() -> String {
    let told = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    told.split_whitespace().next().map_or_else(|| "load unknown".to_owned(), |load| format!("load {load}"))
}
