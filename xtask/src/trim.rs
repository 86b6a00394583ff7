//! wasm-bindgen's script without what this page has no use for: other ways to begin, and help for browsers below the floor
//! (docs/support.md). Visitors would load it.

use anyhow::{Context, Result, ensure};

/// How a visitor's page begins: where the program is, and what it is told about old ways to begin, is not asked.
///
/// What the program offers is the page's own copy, so that it can be taken away: once the program has failed, nothing calls it any
/// more (`broke` in index.html).
const BEGIN: &str = "    let wasm;
    async function __wbg_init(file) {
        if (wasm !== undefined) return wasm;
        const answer = await fetch(file), imports = __wbg_get_imports();
        if (!answer.ok) throw answer.status;
        const { instance } = await (answer.headers.get('Content-Type') === 'application/wasm'
            ? WebAssembly.instantiateStreaming(answer, imports)
            : WebAssembly.instantiate(await answer.arrayBuffer(), imports));
        wasm = window.program = { ...instance.exports };
        wasm.__wbindgen_start();
        return wasm;
    }
    return __wbg_init;
})()";

/// What goes, from a line that begins with the first to the line before that with the second, and what comes there.
const CHANGES: [(&str, &str, &str); 4] = [
    ("let wasm_bindgen = (function(exports) {", "    const import1", "let wasm_bindgen = (function() {\n"),
    ("    if (!('encodeInto' in cachedTextEncoder)) {", "    let WASM_VECTOR_LEN", ""),
    ("    let wasmModule, wasmInstance, wasm;", "    async function __wbg_load(", ""),
    ("    async function __wbg_load(", "})({ __proto__: null })", BEGIN),
];

/// The script, trimmed.
pub fn trimmed(script: &str) -> Result<String> {
    let mut script = script.to_owned();
    for (from, to, with) in CHANGES {
        ensure!(script.matches(from).count() == 1, "wasm-bindgen's script has another form: no {from}");
        let (before, rest) = script.split_once(from).context("what begins there")?;
        let (_, after) = rest.split_once(to).with_context(|| format!("wasm-bindgen's script has no {to}"))?;
        // The end goes with what it ends.
        let end = if with == BEGIN { "" } else { to };
        script = format!("{before}{with}{end}{after}");
    }
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_way_to_begin_is_left_and_what_lies_between_stays() {
        let script = "let wasm_bindgen = (function(exports) {\n    let script_src;\n    const import1 = 1;\n    stays();\n    \
                      if (!('encodeInto' in cachedTextEncoder)) {\n    }\n\n    let WASM_VECTOR_LEN = 0;\n\n    \
                      let wasmModule, wasmInstance, wasm;\n    function __wbg_finalize_init() {}\n    async function __wbg_load() {}\n    \
                      return Object.assign(__wbg_init, { initSync }, exports);\n})({ __proto__: null });";
        let told = trimmed(script).unwrap();
        for gone in ["script_src", "encodeInto", "initSync", "finalize", "exports)"] {
            assert!(!told.contains(gone), "{gone} in {told}");
        }
        assert!(
            told.contains("const import1 = 1;\n    stays();") && told.contains("let WASM_VECTOR_LEN = 0;"),
            "{told}"
        );
        assert!(told.starts_with("let wasm_bindgen = (function() {\n    const") && told.ends_with("})();"), "{told}");
    }

    #[test]
    fn a_script_of_another_form_is_an_error() {
        assert!(trimmed("let wasm_bindgen = 1;").is_err());
    }
}
