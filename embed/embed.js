/*
 * <rate-limit-lab strategy="get-set" servers="4">: the lab as an element of any page.
 * docs/embedding.md says what its attributes, properties, methods and events are. Nothing of this is compiled or bundled.
 */
(() => {
  if (customElements.get('rate-limit-lab')) return;

  // The lab's address, unless `src` gives another: this file is beside it. A module has no current script, and a classic
  // script no import.meta; both have the address of what runs in an error's trace.
  const here = document.currentScript?.src || String(new Error().stack).match(/[a-z][a-z-]*:\/\/\S+\//)?.[0] || '';

  // What a link can say, with what holds where it says nothing (nothing, where that is no value of its own).
  const scenario = `strategy=local rule=fixed-window servers=4 burst=40 spread=40ms arrivals=random limit=10 window=1s rtt=2ms
    jitter=none balancer=random work=30ms seed=7 window-start=clock capacity refill sync=100ms lease=100ms retries=10 nodes=1
    redis-version=7 traffic=burst rate=100 for=3s users=1 greedy=1 phase=0ms redis crash scale deploy skew=0ms timeout
    on-failure=open breaker breaker-reset=1s retry=0 reload=yes t tab=race request case-servers=2 case-requests=2 case-limit=1
    case-extras=none order compare=local,split,get-set,incr cost-rate=3600 cost-checks=1.5 cost-calls=one cost-service=10us
    cost-hot=0 cost-buckets=200000 cost-bytes=100 cost-rtt=300us cost-work=50ms policies=local,closed,open price=5
    stands-for=1 runs=10000 runs-seed sweep=rtt measure=allowed curves=compared`;
  // How the page is set up: that can't be changed by a message, so the lab is loaded anew where it stands.
  const setup = 'embed lock hide tabs theme lang lesson task answers origin v'.split(' ');
  const defaults = new Map(scenario.split(/\s+/).map((one) => one.split('=')));
  const names = [...defaults.keys(), ...setup];
  // In a link of the lab's a plus is a plus.
  const read = (link) => new URLSearchParams(link.replaceAll('+', '%2B'));
  const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const reflect = (element, name, value) =>
    value === null || value === undefined ? element.removeAttribute(name) : element.setAttribute(name, value);

  // Attributes that are no parameters. Those with a dash or the like are somebody else's, as data- and aria- are.
  const others = /^(src|label|height|title|class|id|style|dir|hidden|slot|part|is|role|tabindex|inert|translate)$|[^a-z]/;

  const LAB = 'rate-limit-lab';
  const NEAR = '600px';
  const FEATURES = 'allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox';
  const all = new Set();
  const told = new Set();

  class RateLimitLab extends HTMLElement {
    static observedAttributes = [...names, 'src', 'label', 'title', 'height'];

    // Every parameter is a property, too: windowStart for window-start. (`lang` is one of every element.)
    static {
      for (const name of names.filter((one) => one !== 'lang')) {
        Object.defineProperty(this.prototype, camel(name), {
          get() {
            return this.#value(name);
          },
          set(value) {
            reflect(this, name, value);
          },
          configurable: true,
          enumerable: true,
        });
      }
    }

    #frame = document.createElement('iframe');
    #origin = '';
    // Whether the frame was given an address; whether the lab there can be spoken to.
    #loaded = false;
    #ready = false;
    // How the lab stood when it was last heard of, and what is wanted of it that it was not told yet.
    #link = '';
    #playing = false;
    #progress = '';
    #wanted = new Map();
    #anew = false;
    #due = false;
    // Parameters that the page gave: their attributes follow the lab.
    #given = new Set();
    #following = false;
    #number = 0;
    // The last message with a change, until it is answered: what is heard before is older than that.
    #setting = 0;
    #asked = new Map();
    #waiting = [];
    #seen;
    #hear = (event) => this.#heard(event);

    constructor() {
      super();
      const frame = this.#frame;
      const root = this.attachShadow({ mode: 'open' });
      if (typeof CSSStyleSheet === 'function' && 'adoptedStyleSheets' in root) {
        // Not an element: a page's policy may forbid those.
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(':host{display:block;width:100%}:host([hidden]){display:none}');
        root.adoptedStyleSheets = [sheet];
      }
      frame.style.cssText = 'display:block;width:100%;border:0';
      frame.setAttribute('sandbox', FEATURES);
      frame.allow = 'clipboard-write';
      root.append(frame);
    }

    connectedCallback() {
      // What was set before the browser knew this element is in the way of its properties.
      for (const name of [...names.map(camel), 'src', 'label', 'progress']) {
        if (name !== 'lang' && Object.hasOwn(this, name)) {
          const value = this[name];
          delete this[name];
          this[name] = value;
        }
      }
      for (const { name } of this.attributes) {
        if (!defaults.has(name) && !setup.includes(name) && !others.test(name)) {
          const message = `<${LAB}> has no parameter ${name}.`;
          this.#complain(message);
          // Whoever made the element can listen to it by then.
          queueMicrotask(() => this.#fire('error', { message, name, given: this.getAttribute(name) ?? '' }));
        }
      }
      this.#entitle();
      this.#reserve();
      all.add(this);
      addEventListener('message', this.#hear);
      if (typeof IntersectionObserver !== 'function') return this.#load();
      this.#seen = new IntersectionObserver((entries) => {
        if (entries.some((one) => one.isIntersecting)) this.#load();
      }, { rootMargin: `${NEAR} 0px` });
      this.#seen.observe(this);
    }

    // Moved without being taken out: nothing changes.
    connectedMoveCallback() {}

    disconnectedCallback() {
      all.delete(this);
      removeEventListener('message', this.#hear);
      this.#seen?.disconnect();
      // The browser ends what is in the frame. If the element comes back, the lab begins where it stood.
      this.#frame.removeAttribute('src');
      this.#loaded = this.#ready = this.#playing = false;
      // It may only be on its way to another place.
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#waiting = [];
        for (const { reject } of this.#asked.values()) reject(new Error(`This ${LAB} was taken out of the page.`));
        this.#asked.clear();
      });
    }

    attributeChangedCallback(name, before, value) {
      if (before === value || this.#following) return;
      if (name === 'label' || name === 'title') return this.#entitle();
      if (name === 'height') return this.#reserve();
      if (defaults.has(name)) {
        if (value === null) this.#given.delete(name);
        else this.#given.add(name);
        this.#wanted.set(name, value);
        // What has no value of its own to go back to.
        if (value === null && defaults.get(name) === undefined) this.#anew = true;
      } else {
        if (name === 'src') this.#link = '';
        this.#anew = true;
      }
      if (!this.#loaded || this.#due) return;
      // Several changes are one message.
      this.#due = true;
      queueMicrotask(() => this.#settle());
    }

    /** Starts playing. */
    play() {
      this.#say({ type: 'play' });
    }

    /** Stops playing. */
    pause() {
      this.#say({ type: 'pause' });
    }

    /** Moves the playhead: a text with its unit ('12.3ms'), or a number of milliseconds. */
    seek(t) {
      this.#say({ type: 'seek', t: typeof t === 'number' ? `${t}ms` : String(t) });
    }

    /** Asks for 'state', 'progress' or 'height': a promise of the message that answers. */
    ask(what) {
      return new Promise((resolve, reject) => {
        if (!this.isConnected) return reject(new Error(`This ${LAB} is in no page.`));
        const id = ++this.#number;
        this.#asked.set(id, { what, resolve, reject });
        this.#load();
        if (this.#ready) this.#say({ type: 'ask', what, id });
      });
    }

    /** How far the student is, as the lab told it last. What is set here brings the lesson back to there. */
    get progress() {
      return this.#progress;
    }

    set progress(progress) {
      this.#progress = String(progress);
      if (this.#ready) this.#say({ type: 'set', progress: this.#progress });
    }

    get src() {
      return new URL(this.getAttribute('src') ?? new URL('./', here || document.baseURI), document.baseURI).href;
    }

    set src(value) {
      reflect(this, 'src', value);
    }

    get label() {
      return this.getAttribute('label') ?? this.getAttribute('title') ?? 'Rate Limit Lab';
    }

    set label(value) {
      reflect(this, 'label', value);
    }

    /** Whether the lab plays. */
    get playing() {
      return this.#playing;
    }

    /** The link to the lab as it was last heard of. */
    get link() {
      return this.#link;
    }

    // A parameter's value: as the attribute says, else as the lab told last; null where it has none.
    #value(name) {
      return this.getAttribute(name) ?? read(this.#link).get(name) ?? defaults.get(name) ?? null;
    }

    #entitle() {
      this.#frame.title = this.label;
    }

    // Room for the lab, so that the page does not jump when it arrives: it will say how high it is.
    #reserve() {
      if (this.#ready) return;
      const width = this.clientWidth || 800;
      const tabs = /\btabs\b/.test(this.getAttribute('hide')) ? 0 : 550;
      const usual = (width >= 700 ? 680 : width >= 450 ? 1220 : 1600) + tabs;
      this.#stretch(parseFloat(this.getAttribute('height')) || usual);
    }

    #stretch(height) {
      if (height > 0 && height < 1e5) this.#frame.style.height = `${Math.ceil(height)}px`;
    }

    // Where the lab is, as the attributes say; what they don't say is as it was when the lab was last heard of.
    #address() {
      const address = new URL(this.src);
      const query = new URLSearchParams(address.search);
      if (this.#link) for (const name of defaults.keys()) query.delete(name);
      for (const [name, value] of read(this.#link)) if (defaults.has(name)) query.set(name, value);
      // Messages go to this page and come from there, if it has an origin.
      for (const [name, value] of [['embed', '1'], ['origin', /^https?:/.test(origin) ? origin : null]]) {
        if (value && !query.has(name)) query.set(name, value);
      }
      for (const [name, value] of this.#wanted) if (value === null) query.delete(name);
      for (const name of names) if (this.hasAttribute(name)) query.set(name, this.getAttribute(name));
      address.search = query;
      return address;
    }

    #load() {
      if (this.#loaded) return;
      this.#seen?.disconnect();
      let address;
      try {
        address = this.#address();
      } catch {
        const message = `<${LAB}> has no address to load the lab from: src="${this.getAttribute('src')}".`;
        this.#complain(message);
        return this.#fire('error', { message, name: 'src', given: this.getAttribute('src') ?? '' });
      }
      this.#loaded = true;
      this.#ready = this.#anew = false;
      this.#wanted.clear();
      this.#setting = 0;
      this.#origin = address.origin;
      this.#frame.src = address.href;
    }

    #settle() {
      this.#due = false;
      if (!this.#loaded) return;
      if (this.#anew || !this.#ready) {
        this.#loaded = false;
        return this.#load();
      }
      const link = new URLSearchParams([...this.#wanted].map(([name, value]) => [name, value ?? defaults.get(name)]));
      this.#wanted.clear();
      this.#setting = ++this.#number;
      this.#say({ type: 'set', link: String(link), id: this.#setting });
    }

    #say(message) {
      if (!this.isConnected) return;
      this.#load();
      if (!this.#ready) return this.#waiting.push(message);
      const target = this.#origin === 'null' ? '*' : this.#origin;
      this.#frame.contentWindow.postMessage({ lab: LAB, v: 1, ...message }, target);
    }

    #heard({ source, origin, data }) {
      if (!source || source !== this.#frame.contentWindow || origin !== this.#origin) return;
      if (data?.lab !== LAB || data.v !== 1) return;
      const asked = this.#asked.get(data.re);
      this.#asked.delete(data.re);
      if (data.type === 'state') this.#stands(data, asked);
      if (data.type === 'height' || data.type === 'ready') this.#stretch(data.height);
      if (typeof data.progress === 'string' && data.type !== 'ready') this.#progress = data.progress;
      if (asked) return data.type === 'error' ? asked.reject(new Error(data.message)) : asked.resolve(data);
      switch (data.type) {
        case 'ready':
          return this.#arrived(data);
        // Nothing answers until somebody reloads it in its frame, or the page changes something.
        case 'broken':
          this.#ready = this.#playing = false;
          this.#link = data.link;
        // The lab tells the console of errors itself.
        case 'error':
        case 'prediction':
        case 'answer':
        case 'completed':
          this.#fire(data.type, data);
      }
    }

    #arrived(data) {
      this.#ready = true;
      // Where the lab could keep nothing, it is told how far the student was.
      if (this.#progress && this.#progress !== data.progress) this.progress = this.#progress;
      else this.#progress = data.progress;
      this.#link = data.link;
      this.#fire('ready', data);
      for (const message of this.#waiting.splice(0)) this.#say(message);
      for (const [id, { what }] of this.#asked) this.#say({ type: 'ask', what, id });
    }

    #stands(data, asked) {
      if (data.re === this.#setting) this.#setting = 0;
      const changed = this.#link !== data.link || this.#playing !== data.playing;
      if (data.playing && !this.#playing) for (const other of all) if (other !== this) other.#rest();
      this.#link = data.link;
      this.#playing = data.playing;
      if (!this.#setting && !this.#due) this.#follow();
      if (changed && !asked) this.#fire('change', data);
    }

    // Another one plays.
    #rest() {
      if (this.#playing) this.pause();
    }

    // The attributes that were given say what is now.
    #follow() {
      const query = read(this.#link);
      this.#following = true;
      for (const name of this.#given) {
        const value = query.get(name) ?? defaults.get(name) ?? null;
        if (value !== this.getAttribute(name)) reflect(this, name, value);
      }
      this.#following = false;
    }

    // `error` stays here: a page's handlers of errors are not for this.
    #fire(type, detail) {
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: type !== 'error', composed: type !== 'error' }));
    }

    #complain(message) {
      if (told.has(message)) return;
      told.add(message);
      console.warn(message);
    }
  }

  customElements.define(LAB, RateLimitLab);
})();
