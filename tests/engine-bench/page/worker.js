// The engine in a worker.

import start, { many } from "./engine_bench.js";

await start();
onmessage = ({ data: [link, runs] }) => postMessage(many(link, 0, runs));
postMessage("ready");
