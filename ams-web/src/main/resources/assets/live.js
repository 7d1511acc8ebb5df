// What every page has: the node's stream of pictures, whether it flows, and light or dark.

import { byId } from './dom.js';

const SILENT_MILLIS = 40000;
let heard = Date.now();

function connection(text, kind) {
  const pill = byId('connection');
  pill.textContent = text;
  pill.className = `pill ${kind}`;
  document.body.classList.toggle('stale', kind === 'bad');
}

function connect(show) {
  const stream = new EventSource('api/v1/events/stream');
  stream.addEventListener('state', (event) => {
    heard = Date.now();
    const picture = JSON.parse(event.data);
    const serves = picture.lifecycle === 'RUNNING';
    connection(serves ? 'live' : picture.lifecycle.toLowerCase(), serves ? 'good' : 'warn');
    show(picture);
  });
  stream.addEventListener('error', () => {
    connection('reconnecting', 'bad');
    // A browser tries again by itself unless the answer was an error; then it is for us.
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(() => connect(show), 2000);
    }
  });
  const watch = setInterval(() => {
    if (stream.readyState === EventSource.CLOSED) {
      clearInterval(watch);
    } else if (Date.now() - heard > SILENT_MILLIS) {
      clearInterval(watch);
      heard = Date.now();
      stream.close();
      connection('reconnecting', 'bad');
      connect(show);
    }
  }, 5000);
}

function setUpTheme() {
  const root = document.documentElement;
  const kept = localStorage.getItem('ams-theme');
  if (kept) root.dataset.theme = kept;
  byId('theme').addEventListener('click', () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    localStorage.setItem('ams-theme', root.dataset.theme);
  });
}

/** Sets the page's head up and calls this with every picture from now on. */
export function follow(show) {
  setUpTheme();
  connect((picture) => {
    byId('cluster-id').textContent = picture.cluster.clusterId;
    byId('served-by').textContent = `seen by ${picture.cluster.nodeId}`;
    show(picture);
  });
}
