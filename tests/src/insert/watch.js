// Tells the tests of errors, and of what is asked of other hosts. It waits for the answer, so that nothing is told too late.
(() => {
  // A document that is a text has a policy that keeps this from telling anything.
  if (!location.protocol.startsWith("http")) {
    return;
  }
  const Ask = XMLHttpRequest;
  const tell = (what) => {
    const ask = new Ask();
    try {
      ask.open("POST", "/lab-tests/trouble", false);
      ask.send(JSON.stringify(what));
    } catch {
      // The site is gone, and the test with it.
    }
  };
  // Of a page that is being left, what it still loads is called failed.
  let isLeft = false;
  addEventListener("beforeunload", () => {
    isLeft = true;
  });
  addEventListener("pageshow", () => {
    isLeft = false;
  });
  const error = (text) => isLeft || tell({ error: `${text} (${location.href})` });
  addEventListener(
    "error",
    (event) => {
      // An observer looks again in the next frame, and no console says anything of it; an element's own events are its page's matter.
      if (!event.message?.startsWith("ResizeObserver loop") && !(event instanceof CustomEvent)) {
        error(event.message ?? `${event.target.localName} ${event.target.src ?? event.target.href} did not load`);
      }
    },
    true,
  );
  addEventListener("unhandledrejection", (event) => error(`unhandled: ${event.reason?.stack ?? event.reason}`));
  addEventListener("securitypolicyviolation", (event) => error(`${event.violatedDirective}: ${event.blockedURI}`));
  const log = console.error;
  console.error = (...what) => {
    error(what.map(String).join(" "));
    log.apply(console, what);
  };
  new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) {
      if (new URL(name).origin !== location.origin) {
        tell({ request: name });
      }
    }
  }).observe({ type: "resource", buffered: true });
})();
