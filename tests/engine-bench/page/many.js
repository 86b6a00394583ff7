// Many runs of one scenario: at one go, in slices, in a worker that is there, in one that has yet to start. Answers the
// shortest of some times in seconds, how many were let through, and how far frames were apart meanwhile.

import { many as run } from "./engine_bench.js";

// As the page does it.
const SLICE_MS = 8;

async function inSlices(link, runs) {
    let [from, allowed] = [0, 0];
    while (from < runs) {
        await new Promise((turn) => setTimeout(turn, 0));
        for (const began = performance.now(); from < runs && performance.now() - began < SLICE_MS; from += 10) {
            allowed += run(link, from, Math.min(10, runs - from));
        }
    }
    return allowed;
}

const answer = (worker, message) => new Promise((done, fail) => {
    worker.onmessage = (event) => done(event.data);
    worker.onerror = fail;
    if (message) worker.postMessage(message);
});

async function started() {
    const worker = new Worker("worker.js", { type: "module" });
    await answer(worker);
    return worker;
}

let kept;

const ways = {
    async whole(link, runs) {
        return run(link, 0, runs);
    },
    slices: inSlices,
    async worker(link, runs) {
        return answer(kept, [link, runs]);
    },
    async fresh(link, runs) {
        const worker = await started();
        const allowed = await answer(worker, [link, runs]);
        worker.terminate();
        return allowed;
    },
};

window.many = async (way, link, runs, times) => {
    kept ??= await started();
    let [seconds, allowed] = [Infinity, 0];
    const frames = [];
    let going = true;
    const frame = (stamp) => {
        frames.push(stamp);
        if (going) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    for (let nth = 0; nth < times; nth += 1) {
        const began = performance.now();
        allowed = await ways[way](link, runs);
        seconds = Math.min(seconds, (performance.now() - began) / 1000);
    }
    going = false;
    const apart = frames.slice(1).map((stamp, nth) => stamp - frames[nth]).sort((one, other) => one - other);
    return { allowed, seconds, apart: apart[Math.ceil(apart.length * 0.95) - 1] ?? 0 };
};
