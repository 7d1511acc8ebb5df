// Follows the node's stream of pictures and shows the last one.

import { byId, fill } from './dom.js';
import { plural } from './format.js';
import * as panels from './panels.js';

const SILENT_MILLIS = 40000;
const filter = byId('filter');
let picture;
let heard = Date.now();

function show() {
  if (!picture) return;
  const { cluster } = picture;
  document.title = cluster.leaderId ? 'AMS' : 'AMS: no leader';
  byId('cluster-id').textContent = cluster.clusterId;
  byId('served-by').textContent = `seen by ${cluster.nodeId}`;
  fill(byId('summary'), ...panels.summary(picture));
  fill(byId('nodes'), ...panels.nodes(picture));
  fill(byId('tables'), panels.tables(picture, filter.value));
  fill(byId('upkeep'), ...panels.upkeep(picture));
  fill(byId('events'), ...panels.events(picture));
  byId('nodes-note').textContent = cluster.ownershipMode === 'leader' ? 'the leader owns every bucket' : '';
  byId('tables-note').textContent = picture.tables.length < picture.tableCount
    ? `the ${picture.tables.length} that need most, of ${picture.tableCount}` : '';
  byId('upkeep-note').textContent = picture.running.length ? plural(picture.running.length, 'process', 'processes') : '';
}

function connection(text, kind) {
  const pill = byId('connection');
  pill.textContent = text;
  pill.className = `pill ${kind}`;
  document.body.classList.toggle('stale', kind === 'bad');
}

function connect() {
  const stream = new EventSource('api/v1/events/stream');
  stream.addEventListener('state', (event) => {
    heard = Date.now();
    picture = JSON.parse(event.data);
    const serves = picture.lifecycle === 'RUNNING';
    connection(serves ? 'live' : picture.lifecycle.toLowerCase(), serves ? 'good' : 'warn');
    show();
  });
  stream.addEventListener('error', () => {
    connection('reconnecting', 'bad');
    // A browser tries again by itself unless the answer was an error; then it is for us.
    if (stream.readyState === EventSource.CLOSED) {
      setTimeout(connect, 2000);
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
      connect();
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

setUpTheme();
filter.addEventListener('input', show);
setInterval(show, 10000);
connect();
