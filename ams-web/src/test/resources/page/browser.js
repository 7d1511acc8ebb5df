// As much of a browser as the pages need: elements with text, attributes and listeners; timers that run when the test says so; fetch,
// which the test answers from a served node. `browser` is what the test talks to.

const VOID = new Set(['meta', 'link', 'img', 'input', 'br']);

class Text {
  constructor(data) {
    this.data = String(data);
  }

  get textContent() {
    return this.data;
  }
}

class Element {
  constructor(localName) {
    this.localName = localName;
    this.attributes = new Map();
    this.childNodes = [];
    this.listeners = new Map();
    this.value = '';
    this.disabled = false;
    this.checked = false;
    this.scrollTop = 0;
    this.scrollLeft = 0;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  get id() {
    return this.getAttribute('id') ?? '';
  }

  get className() {
    return this.getAttribute('class') ?? '';
  }

  set className(names) {
    this.setAttribute('class', names);
  }

  get classList() {
    const names = () => this.className.split(/\s+/).filter(Boolean);
    return {
      toggle: (name, on) => {
        this.className = [...names().filter((other) => other !== name), ...(on ? [name] : [])].join(' ');
      },
      contains: (name) => names().includes(name),
    };
  }

  get hidden() {
    return this.attributes.has('hidden');
  }

  set hidden(to) {
    if (to) this.attributes.set('hidden', '');
    else this.attributes.delete('hidden');
  }

  get open() {
    return this.attributes.has('open');
  }

  get dataset() {
    return new Proxy(this, {
      get: (element, name) => element.attributes.get(`data-${name}`),
      set: (element, name, value) => {
        element.attributes.set(`data-${name}`, value);
        return true;
      },
    });
  }

  append(...children) {
    for (const child of children) {
      const node = child instanceof Element || child instanceof Text ? child : new Text(child);
      node.parentNode = this;
      this.childNodes.push(node);
    }
  }

  replaceChildren(...children) {
    this.childNodes = [];
    this.append(...children);
  }

  get textContent() {
    return this.childNodes.map((child) => child.textContent).join('');
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  addEventListener(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  dispatch(type, event = {}) {
    (this.listeners.get(type) ?? []).forEach((listener) => listener(event));
  }

  focus() {
    document.activeElement = this;
  }

  showModal() {
    this.attributes.set('open', '');
  }

  close() {
    this.attributes.delete('open');
    this.dispatch('close');
  }

  all() {
    return this.childNodes.filter((child) => child instanceof Element).flatMap((child) => [child, ...child.all()]);
  }

  /** For a tag with an attribute, or an attribute with a value. */
  querySelectorAll(selector) {
    const [, tag, name, value] = /^([a-z]*)\[([a-z-]+)(?:="(.*)")?\]$/.exec(selector);
    return this.all().filter((element) => (tag === '' || element.localName === tag)
      && element.attributes.has(name) && (value === undefined || element.getAttribute(name) === value));
  }

  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
}

function parsed(html) {
  const root = new Element('#root');
  const open = [root];
  for (const [, closes, tag, attributes, text] of html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      open.at(-1).append(text);
    } else if (closes) {
      open.pop();
    } else {
      const element = new Element(tag);
      for (const [, name, value] of attributes.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
        element.setAttribute(name, value ?? '');
      }
      open.at(-1).append(element);
      if (!VOID.has(tag)) open.push(element);
    }
  }
  return root;
}

class EventSource {
  static CLOSED = 2;

  constructor() {
    this.readyState = 1;
    this.listeners = new Map();
    browser.streams.push(this);
  }

  addEventListener(type, listener) {
    this.listeners.set(type, listener);
  }

  close() {
    this.readyState = EventSource.CLOSED;
  }
}

function storage() {
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => kept.set(name, String(value)),
    removeItem: (name) => kept.delete(name),
  };
}

const page = parsed(html.replace(/<!doctype[^>]*>/i, ''));
const listeners = new Map();

globalThis.document = {
  title: '',
  body: page.all().find((element) => element.localName === 'body'),
  documentElement: page.all().find((element) => element.localName === 'html'),
  createElement: (tag) => new Element(tag),
  getElementById: (id) => page.all().find((element) => element.id === id) ?? null,
  querySelectorAll: (selector) => page.querySelectorAll(selector),
  querySelector: (selector) => page.querySelector(selector),
};
document.activeElement = document.body;
globalThis.location = { hash };
globalThis.sessionStorage = storage();
globalThis.localStorage = storage();
globalThis.crypto = { getRandomValues: (bytes) => bytes.map(() => Math.floor(Math.random() * 256)) };
globalThis.CSS = { escape: (text) => text };
globalThis.matchMedia = () => ({ matches: false });
globalThis.EventSource = EventSource;
globalThis.addEventListener = (type, listener) => listeners.set(type, listener);

let timers = [];
globalThis.setTimeout = (task) => timers.push(task);
globalThis.setInterval = () => 0;
globalThis.clearInterval = () => {};

globalThis.fetch = async (path, options = {}) => {
  const headers = Object.entries(options.headers ?? {}).flat();
  const answer = http(options.method ?? 'GET', `/${path}`, options.body ?? null, headers);
  return { ok: answer.status < 300, status: answer.status, text: async () => answer.body };
};

function found(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element;
}

globalThis.browser = {
  streams: [],
  /** Runs what timers wait with; whether there was anything. */
  tick() {
    const due = timers;
    timers = [];
    due.forEach((task) => task());
    return due.length > 0;
  },
  text: (id) => found(id).textContent.replace(/\s+/g, ' ').trim(),
  isHidden: (id) => found(id).hidden,
  isOpen: (id) => found(id).open,
  /** The texts of the cells of each row inside. */
  rows: (id) => found(id).all().filter((element) => element.localName === 'tr')
    .map((row) => row.childNodes.map((cell) => cell.textContent.replace(/\s+/g, ' ').trim()).join(' | ')),
  buttons: (id) => found(id).all().filter((element) => element.localName === 'button').map((button) => button.textContent),
  click(id, words) {
    const wanted = [found(id), ...found(id).all()].find((element) => element.localName === 'button' && element.textContent === words);
    if (!wanted) throw new Error(`there is no button '${words}' in ${id}`);
    wanted.dispatch('click');
  },
  type(id, words) {
    found(id).value = words;
    found(id).dispatch('input');
  },
  check(id) {
    found(id).checked = true;
    found(id).dispatch('change');
  },
  openHash(to) {
    location.hash = to;
    listeners.get('hashchange')();
  },
  hear: (picture) => browser.streams.at(-1).listeners.get('state')({ data: picture }),
};
