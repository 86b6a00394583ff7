//! Tells the linker what the page's program needs.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm") {
        // What refers to what: by this the program is taken apart into what is loaded at its start and what later.
        println!("cargo:rustc-link-arg-bins=--emit-relocs");
    }
}
