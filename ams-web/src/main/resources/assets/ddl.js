// The page of shards: every group at one glance, and one of them opened. Reads again when the stream says that something changed.

import { read } from './api.js';
import { setUpActs } from './ddl-act.js';
import * as panels from './ddl-panels.js';
import { byId, fill } from './dom.js';
import { plural, since } from './format.js';
import { follow } from './live.js';

const PAGE = 50;
const LEAST_MILLIS = 500;
/** Reading takes at most this share of the time, so that many open pages do not keep a node busy. */
const DUTY = 5;

let list = [];
let view;
let opened = '';
let pageToken = '';
let seen = '';
let reading = false;
let again = false;
let shown = {};

/** Puts elements in place if what they show is not there already; whoever had the focus keeps it. */
function put(id, facts, make) {
  const text = JSON.stringify(facts);
  if (shown[id] === text) return;
  shown[id] = text;
  const key = document.activeElement?.dataset?.key;
  fill(byId(id), ...make());
  if (key && document.activeElement === document.body) {
    document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }
}

function show() {
  put('groups', [list, opened], () => [panels.groups(list, opened)]);
  byId('groups-note').textContent = list.length ? plural(list.length, 'group', 'groups') : '';
  byId('open').hidden = !view;
  if (!view) return;
  const blocked = view.group.conflicts ? ` (${view.group.conflicts})` : '';
  document.title = `AMS: ${view.group.name}${blocked}`;
  put('summary', [view.group, view.policies, view.schemaId], () => panels.summary(view));
  put('conflicts', [view.group.name, view.conflicts], () => panels.conflicts(view));
  put('barriers', [view.group.name, view.group.mode, view.barriers], () => panels.barriers(view));
  showShards();
  put('drops', view.columns, () => panels.drops(view));
  put('events', view.events, () => panels.events(view));
  byId('conflicts-note').textContent = view.group.conflicts && view.group.mode === 'optimistic' ? 'each blocks its shard, and no other' : '';
}

function showShards() {
  const facts = [view.group.name, view.columns, view.shards, byId('filter').value, byId('differing').checked];
  put('shards', facts, () => [panels.shards(view, byId('filter').value, byId('differing').checked)]);
  byId('shards-note').textContent = view.nextPageToken || pageToken
    ? `${view.shards.length} of ${view.group.shards}${pageToken ? `, after ${pageToken}` : ''}` : plural(view.group.shards, 'shard', 'shards');
  byId('back').hidden = pageToken === '';
  byId('next').hidden = view.nextPageToken === undefined;
}

function trouble(words) {
  byId('trouble').textContent = words;
  byId('trouble').hidden = words === '';
}

function pathOfOpened() {
  const after = pageToken === '' ? '' : `&pageToken=${encodeURIComponent(pageToken)}`;
  return `/ddl/groups/${encodeURIComponent(opened)}?columns=true&pageSize=${PAGE}${after}`;
}

/** Reads what is shown; once at a time, and once more if something changed meanwhile. */
async function load() {
  if (reading) {
    again = true;
    return;
  }
  reading = true;
  again = false;
  const begun = Date.now();
  const wanted = pathOfOpened();
  try {
    const found = await Promise.all([read('/ddl/groups'), opened === '' ? undefined : read(wanted)]);
    // Somebody may have opened another group, or another page of it, while this one came.
    if (wanted === pathOfOpened()) {
      [list, view] = found;
      trouble('');
      show();
    }
  } catch (refusal) {
    if (wanted === pathOfOpened()) {
      if (refusal.status === 404) view = undefined;
      trouble(`${refusal.code ?? 'ERROR'}: ${refusal.message}`);
      byId('open').hidden = !view;
      if (refusal.status !== 404) setTimeout(load, 2000);
      else read('/ddl/groups').then((groups) => { list = groups; show(); }, () => {});
    }
  }
  setTimeout(() => {
    reading = false;
    if (again || wanted !== pathOfOpened()) load();
  }, wanted === pathOfOpened() ? Math.max(LEAST_MILLIS, (Date.now() - begun) * DUTY) : 0);
}

function open() {
  opened = decodeURIComponent(location.hash.slice(1));
  pageToken = '';
  view = undefined;
  document.title = 'AMS: shards';
  load();
}

function page(token) {
  pageToken = token;
  load();
}

/** Versions alone: whatever happens in a group gives it another one. */
function heard(picture) {
  const { count, version, groups } = picture.shardGroups;
  const now = JSON.stringify([count, version, groups.map((group) => [group.name, group.version])]);
  if (now !== seen) {
    seen = now;
    load();
  }
}

function tick() {
  document.querySelectorAll('time[data-since]').forEach((time) => {
    time.textContent = since(Number(time.dataset.since));
  });
}

setUpActs(load);
byId('filter').addEventListener('input', () => view && showShards());
byId('differing').addEventListener('change', () => view && showShards());
byId('next').addEventListener('click', () => page(view.nextPageToken));
byId('back').addEventListener('click', () => page(''));
addEventListener('hashchange', open);
setInterval(tick, 2000);
open();
follow(heard);
