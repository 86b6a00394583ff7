// What a page with elements does: it keeps what they say.
globalThis.heard = [];
for (const type of ['ready', 'change', 'prediction', 'answer', 'completed', 'broken', 'error']) {
  // On the way down, because not all of them come up again.
  document.addEventListener(type, (event) => {
    if (event.target.localName === 'rate-limit-lab') heard.push({ id: event.target.id, ...event.detail, type });
  }, true);
}
