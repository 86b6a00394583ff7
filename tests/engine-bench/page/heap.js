// The peer: `get-set` simulated as a competent engineer writes it in an afternoon, with a binary heap, and nothing else.
// sim/benches/peer.rs is the same in Rust. Arrivals and routing are given, and cost nothing here.

const ROUTED = 0;
const REACHED = 1;
const QUEUED = 2;
const EXECUTED = 3;
const RECEIVED = 4;

// What a request is at; 0: it reads.
const WRITING = 1;
const WRITTEN = 2;

class Heap {
    constructor() {
        this.events = [];
        this.sequence = 0;
    }

    schedule(at, what, number) {
        const { events } = this;
        const event = { at, sequence: this.sequence, what, number };
        this.sequence += 1;
        let place = events.length;
        events.push(event);
        while (place > 0) {
            const parent = (place - 1) >> 1;
            if (!earlier(event, events[parent])) break;
            events[place] = events[parent];
            place = parent;
        }
        events[place] = event;
    }

    pop() {
        const { events } = this;
        const first = events[0];
        const last = events.pop();
        const count = events.length;
        if (count === 0) return first;
        let place = 0;
        for (;;) {
            let child = 2 * place + 1;
            if (child >= count) break;
            if (child + 1 < count && earlier(events[child + 1], events[child])) child += 1;
            if (!earlier(events[child], last)) break;
            events[place] = events[child];
            place = child;
        }
        events[place] = last;
        return first;
    }
}

function earlier(one, other) {
    return one.at < other.at || (one.at === other.at && one.sequence < other.sequence);
}

// How many each server lets through and refuses. Times are whole nanoseconds.
export function run({ servers, limit, hop, oneWay, service }, { sent, routed }) {
    const burst = sent.length;
    const heap = new Heap();
    for (let number = 0; number < burst; number += 1) heap.schedule(sent[number] + hop, ROUTED, number);
    const state = new Uint8Array(burst);
    const value = new Int32Array(burst);
    const serverOf = new Int32Array(burst);
    const allowed = new Array(servers).fill(0);
    const refused = new Array(servers).fill(0);
    const queue = [];
    let next = 0;
    let free = 0;
    let counter = 0;
    while (heap.events.length > 0) {
        const { at, what, number } = heap.pop();
        switch (what) {
            case ROUTED:
                serverOf[number] = routed[number];
                heap.schedule(at + hop, REACHED, number);
                break;
            case REACHED:
                heap.schedule(at + oneWay, QUEUED, number);
                break;
            case QUEUED:
                queue.push(number);
                free = Math.max(free, at) + service;
                heap.schedule(free, EXECUTED, 0);
                break;
            case EXECUTED: {
                // Not shift(): that moves all that wait.
                const run = queue[next];
                next += 1;
                if (state[run] === WRITING) {
                    counter = value[run];
                    state[run] = WRITTEN;
                } else {
                    value[run] = counter;
                }
                heap.schedule(at + oneWay, RECEIVED, run);
                break;
            }
            case RECEIVED:
                if (state[number] === WRITTEN) {
                    allowed[serverOf[number]] += 1;
                } else if (value[number] < limit) {
                    state[number] = WRITING;
                    value[number] += 1;
                    heap.schedule(at + oneWay, QUEUED, number);
                } else {
                    refused[serverOf[number]] += 1;
                }
                break;
        }
    }
    return { allowed, refused };
}
