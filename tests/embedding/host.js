// What a page around the lab does: it hears what the lab says, and says something to it.
globalThis.frame = document.querySelector('iframe');
globalThis.query = new URLSearchParams(location.search);
globalThis.heard = [];
addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.data?.lab !== 'rate-limit-lab') return;
  heard.push({ ...event.data, origin: event.origin });
  if (['ready', 'height'].includes(event.data.type)) frame.style.height = `${event.data.height}px`;
});
globalThis.say = (message) => frame.contentWindow.postMessage({ lab: 'rate-limit-lab', v: 1, ...message }, '*');
// Where the lab is, and its parameters, are in the host's own address, so that each test can have others.
frame.src = `${query.get('at') ?? frame.dataset.at}?${query.get('link') ?? ''}`;
