// One function a panel of the page of shards: takes a group as the API tells it, gives elements.

import { verbButton } from './ddl-act.js';
import { element } from './dom.js';
import { clock, count, plural, since } from './format.js';

const STATE = { ACTIVE: 'good', LOADING: 'accent', WAITING: 'warn', BLOCKED: 'bad', LEFT: '' };
const EVENT = {
  CONFLICT: 'bad', BARRIER_PASSED: 'good', RESOLVED: 'good', JOINED: 'info', STREAMING: 'info', LEFT: 'warn', LOSSY: 'warn',
};
/** Who waits longer than this is shown as waiting long. */
const LONG_MILLIS = 60000;
const WAIT_VERBS = ['skip', 'replace', 'set-schema', 'detach'];

function pill(text, kind) {
  return element('span', { class: `pill ${kind ?? ''}` }, text.toLowerCase());
}

/** How long ago this was; ticks by itself. */
function ago(millis) {
  return element('time', { 'data-since': millis, datetime: new Date(millis).toISOString() }, since(millis));
}

function headed(heads, rows) {
  const head = heads.map((name) => name.startsWith('#')
    ? element('th', { class: 'number', scope: 'col' }, name.slice(1))
    : element('th', { scope: 'col' }, name));
  return element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows));
}

function number(value, kind) {
  return element('td', { class: 'number' }, value > 0 && kind ? pill(count(value), kind) : count(value));
}

/** Since when whatever waits longest in the group waits: a barrier, or a conflict. */
function oldestWait({ oldestBarrierSinceMillis, oldestConflictSinceMillis }) {
  const waits = [oldestBarrierSinceMillis, oldestConflictSinceMillis].filter((since) => since !== undefined);
  return waits.length ? Math.min(...waits) : undefined;
}

function groupRow(group, opened) {
  const link = element('a', { href: `#${encodeURIComponent(group.name)}`, 'data-key': `group ${group.name}` }, group.name);
  if (group.name === opened) link.setAttribute('aria-current', 'true');
  const oldest = oldestWait(group);
  return element(
    'tr', { class: group.name === opened ? 'opened' : '' },
    element('td', { class: 'name' }, link),
    element('td', {}, group.table ?? 'a table that was dropped'),
    element('td', {}, pill(group.mode, '')),
    number(group.shards), number(group.waiting, 'warn'), number(group.blocked, 'bad'), number(group.pending),
    number(group.conflicts, 'bad'),
    element('td', { class: 'number' }, oldest === undefined ? '–' : ago(oldest)),
    element('td', { class: 'number' }, count(group.version)));
}

export function groups(list, opened) {
  if (list.length === 0) {
    return element('p', { class: 'empty' }, 'There are no groups yet: bin/ams ddl create GROUP --table namespace.table makes one.');
  }
  return headed(
    ['Group', 'Table', 'Mode', '#Shards', '#Waiting', '#Blocked', '#Pending', '#Conflicts', '#Oldest wait', '#Version'],
    list.map((group) => groupRow(group, opened)));
}

function tile(label, value, note, kind) {
  return element(
    'div', { class: `tile ${kind ?? ''}` }, element('div', { class: 'label' }, label),
    element('div', { class: 'value', title: String(value) }, value), element('div', { class: 'note' }, note));
}

export function summary(view) {
  const { group, policies } = view;
  const oldest = oldestWait(group);
  return [
    tile('Group', group.name, `feeds ${group.table ?? 'a table that was dropped'}, schema ${view.schemaId}`),
    tile('Mode', group.mode, `drop ${policies.drop} · rename ${policies.rename} · readd ${policies.readd}`),
    tile('Shards', count(group.shards), `${count(group.waiting)} wait, ${count(group.blocked)} blocked`, group.blocked ? 'bad' : ''),
    tile('Not decided', count(group.pending), plural(view.barriers.length, 'barrier', 'barriers'), group.pending ? 'warn' : 'good'),
    tile('Conflicts', count(group.conflicts), group.conflicts ? 'each has verbs that end it' : 'none is open', group.conflicts ? 'bad' : 'good'),
    tile('Oldest wait', oldest === undefined ? 'none' : ago(oldest), `version ${count(group.version)}`, oldest < Date.now() - LONG_MILLIS ? 'warn' : ''),
  ];
}

function side(title, text) {
  return element('div', { class: 'side' }, element('div', { class: 'label' }, title), element('div', { class: 'mono' }, text || 'nothing'));
}

function conflict(group, found) {
  const target = { group, shard: found.shard, seq: found.seq, atBarrier: false };
  return element(
    'article', { class: 'conflict' },
    element(
      'div', { class: 'head' }, pill(found.kind.replaceAll('_', ' '), 'bad'), element('strong', {}, found.column || 'the table'),
      element('span', { class: 'faint' }, `shard ${found.shard}, announcement ${found.seq}`,
        found.barrier === undefined ? null : `, holds up barrier ${found.barrier}`),
      element('span', { class: 'faint end' }, `conflict ${found.id}, for `, ago(found.sinceMillis))),
    element('div', { class: 'sides' }, side('The target', found.targetSide), side('The shard', found.shardSide)),
    element('p', { class: 'why' }, found.detail),
    element('div', { class: 'buttons' }, ...found.verbs.map((verb) => verbButton(verb, target))));
}

export function conflicts(view) {
  return view.conflicts.length === 0
    ? [element('p', { class: 'empty' }, 'Nothing is in conflict.')]
    : view.conflicts.map((found) => conflict(view.group.name, found));
}

function names(title, shards, total, button) {
  const more = total === undefined ? (shards.length >= 100 ? 'and maybe more' : '') : total > shards.length ? `and ${total - shards.length} more` : '';
  return element(
    'div', { class: 'names' }, element('span', { class: 'label' }, title),
    ...shards.map((shard) => element('span', { class: 'chip' }, shard, button?.(shard))), more,
    shards.length === 0 && more === '' ? element('span', { class: 'faint' }, 'nobody') : null);
}

function barrier(group, found) {
  const passed = found.passed ? `${plural(found.passed, 'shard', 'shards')} had it already or went on without` : '';
  return element(
    'article', { class: 'barrier' },
    element(
      'div', { class: 'head' }, pill(`barrier ${found.number}`, 'warn'), element('strong', { class: 'mono' }, found.changes),
      element('span', { class: 'faint end' }, `first ${found.firstShard}, for `, ago(found.sinceMillis))),
    names('Came', found.came, found.announced),
    names('Missing', found.missing, undefined, (shard) => verbButton('detach', { group, shard })),
    element('p', { class: 'faint' }, passed, found.conflict === undefined ? null : ` held up by conflict ${found.conflict}`));
}

export function barriers(view) {
  return view.barriers.length === 0
    ? [element('p', { class: 'empty' }, view.group.mode === 'pessimistic' ? 'Nothing waits for other shards.' : 'This mode has no barriers.')]
    : view.barriers.map((found) => barrier(view.group.name, found));
}

/** The target's columns with all that is inside them, outer ones first. */
export function flat(columns, inside = '') {
  return columns.flatMap((column) => [
    { ...column, path: inside + column.name }, ...flat(column.fields, `${inside}${column.name}.`),
  ]);
}

/** What is in each cell of a shard, by the field's id. */
function cellsOf(shard) {
  const cells = new Map();
  const { same, others, fills } = shard.cells ?? { same: [], others: [], fills: [] };
  same.forEach((id) => cells.set(id, { kind: 'same', text: '✓', title: 'the same name' }));
  others.filter((other) => other.fieldId !== 0).forEach((other) => cells.set(other.fieldId, {
    kind: other.cast ? 'cast' : 'other',
    text: other.column.at(-1) + (other.cast ? ` ${other.type}` : ''),
    title: `column ${other.column.join('.')} ${other.type}${other.cast ? `, cast to ${other.fieldType}` : ''}`,
  }));
  fills.forEach((fill) => cells.set(fill.fieldId, { kind: 'fill', text: fill.value, title: `lacks it and writes ${fill.value}` }));
  return cells;
}

const LACKS = { kind: 'lack', text: '–', title: 'lacks it and writes NULL' };

function cell(found, path) {
  return element('td', { class: `cell ${found.kind}`, title: `${path}: ${found.title}` }, found.text);
}

function unstored(shard) {
  const columns = (shard.cells?.others ?? []).filter((other) => other.fieldId === 0);
  return element('td', { class: columns.length ? 'cell unstored' : 'cell' }, columns.map((other) => `${other.column.join('.')} ${other.type}`).join(', '));
}

function shardRow(group, shard, cells, columns) {
  const waits = shard.state === 'WAITING' && shard.pending.length > 0;
  const held = waits && shard.waitingFor?.includes('conflict');
  const target = { group, shard: shard.shard, seq: shard.pending[0]?.seq, atBarrier: true };
  const pending = shard.pending.map((one) => `${one.seq} ${one.verdict.toLowerCase()}: ${one.changes}`).join('; ');
  return element(
    'tr', {},
    element('th', { scope: 'row' }, shard.shard),
    element('td', {}, pill(shard.state, STATE[shard.state]), ' ', ago(shard.sinceMillis)),
    element(
      'td', { class: 'waits', title: pending }, shard.waitingFor ?? '',
      waits && !held ? element('div', { class: 'buttons small' }, ...WAIT_VERBS.map((verb) => verbButton(verb, target))) : null),
    element('td', { class: 'number' }, `${shard.decided} / ${shard.announced}`),
    element('td', { class: 'number' }, String(shard.bindingEpoch)),
    unstored(shard),
    ...columns.map((column) => cell(cells.get(column.id) ?? LACKS, column.path)));
}

function columnHead(column) {
  const notes = [column.required ? 'not null' : '', column.dropWanted ? 'drop deferred' : '', column.wantedName ? `to be ${column.wantedName}` : ''];
  return element(
    'th', { scope: 'col', class: column.dropWanted ? 'dropping' : '', title: `field ${column.id}, in ${plural(column.shards, 'shard', 'shards')}` },
    element('div', {}, column.path), element('div', { class: 'type' }, column.type, ...notes.filter(Boolean).map((note) => ` · ${note}`)));
}

/**
 * Shards as rows, the target's columns as cells.
 *
 * @param filter words that a column's name must hold
 * @param differing whether to leave out columns that every shard of the page has alike
 */
export function shards(view, filter, differing) {
  const shown = view.shards.filter((shard) => shard.state !== 'LEFT');
  if (shown.length === 0) {
    return element('p', { class: 'empty' }, 'No shard is in the group: bin/ams ddl join GROUP SHARD --schema FILE lets one join.');
  }
  const rows = shown.map((shard) => ({ shard, cells: cellsOf(shard) }));
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const columns = flat(view.columns)
    .filter((column) => words.every((word) => column.path.toLowerCase().includes(word)))
    .filter((column) => !differing || rows.some((row) => row.cells.get(column.id)?.kind !== 'same'));
  const heads = ['Shard', 'State', 'Waits for', 'Decided', 'Epoch', 'Not stored'].map((name) => element('th', { scope: 'col' }, name));
  return element(
    'table', { class: 'matrix' },
    element('thead', {}, element('tr', {}, ...heads, ...columns.map(columnHead))),
    element('tbody', {}, ...rows.map((row) => shardRow(view.group.name, row.shard, row.cells, columns))));
}

export function drops(view) {
  const deferred = flat(view.columns).filter((column) => column.dropWanted);
  return deferred.length === 0
    ? [element('p', { class: 'empty' }, 'No drop waits.')]
    : [headed(['Column', 'Type', '#Shards that have it'], deferred.map((column) => element(
      'tr', {}, element('td', { class: 'name' }, column.path), element('td', {}, column.type), number(column.shards))))];
}

export function events(view) {
  return view.events.length === 0
    ? [element('li', { class: 'empty' }, 'Nothing happened yet.')]
    : [...view.events].reverse().map((event) => element(
      'li', {}, element('time', { datetime: new Date(event.atMillis).toISOString() }, clock(event.atMillis)),
      element('span', { class: `dot ${EVENT[event.code] ?? ''}` }),
      element('span', {}, event.shard ? `${event.shard}: ` : '', event.code.replaceAll('_', ' ').toLowerCase(), event.detail ? `, ${event.detail}` : '')));
}
