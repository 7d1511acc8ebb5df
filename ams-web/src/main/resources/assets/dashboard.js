// Shows the last picture of the node's stream.

import { byId, fill } from './dom.js';
import { plural } from './format.js';
import { follow } from './live.js';
import * as panels from './panels.js';

const filter = byId('filter');
let picture;

function show() {
  if (!picture) return;
  const { cluster } = picture;
  document.title = cluster.leaderId ? 'AMS' : 'AMS: no leader';
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

filter.addEventListener('input', show);
setInterval(show, 10000);
follow((next) => {
  picture = next;
  show();
});
