// The two that are timed, on the same bursts. The program `bench` says which, and when.

import { run } from "./heap.js";
import "./many.js";
import start, { bursts, routed, sent, setting } from "./engine_bench.js";

let prepared;

const engines = {
    wasm: ({ burst, runs }) => bursts(burst, runs),
    heap: ({ setting, inputs }) => {
        let allowed = 0;
        for (const input of inputs) {
            for (const server of run(setting, input).allowed) allowed += server;
        }
        return allowed;
    },
};

window.bench = {
    // Makes ready what the heap is given for nothing: arrivals and routing. Answers how many each lets through.
    prepare(burst, runs) {
        const [servers, limit, hop, oneWay, service] = setting(burst);
        const seeds = Array.from({ length: runs }, (_, seed) => seed);
        const inputs = seeds.map((seed) => ({ sent: sent(burst, seed), routed: routed(burst, seed) }));
        prepared = { burst, runs, setting: { servers, limit, hop, oneWay, service }, inputs };
        return [engines.wasm(prepared), engines.heap(prepared)];
    },
    // The shortest of some samples, in seconds.
    shortest(engine, samples) {
        let shortest = Infinity;
        for (let nth = 0; nth < samples; nth += 1) {
            const began = performance.now();
            engines[engine](prepared);
            shortest = Math.min(shortest, performance.now() - began);
        }
        return shortest / 1000;
    },
};

await start();
window.ready = true;
