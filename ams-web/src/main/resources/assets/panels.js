// One function a panel: takes the picture, gives elements.

import { element } from './dom.js';
import { bytes, clock, count, plural, since } from './format.js';

const STATE = { ACTIVE: 'good', JOINING: 'warn', DRAINING: 'warn', GONE: 'bad' };
const STATUS = { IDLE: '', PENDING: 'warn', RUNNING: 'accent', COMMITTING: 'accent', DISABLED: '' };

function level(health) {
  if (health >= 80) return 'good';
  return health >= 50 ? 'warn' : 'bad';
}

function pill(text, kind) {
  return element('span', { class: `pill ${kind ?? ''}` }, text.toLowerCase());
}

function bar(value, max, kind, label) {
  return element('progress', { value, max: Math.max(1, max), class: kind ?? '', 'aria-label': label });
}

function tile(label, value, note, kind) {
  return element(
    'div', { class: `tile ${kind ?? ''}` },
    element('div', { class: 'label' }, label),
    element('div', { class: 'value', title: value }, value),
    element('div', { class: 'note' }, note));
}

export function summary(picture) {
  const { cluster } = picture;
  const nodes = cluster.nodes.filter((node) => node.state !== 'GONE');
  const voters = nodes.filter((node) => node.voter).length;
  const active = nodes.filter((node) => node.state === 'ACTIVE').length;
  const buckets = nodes.reduce((sum, node) => sum + node.buckets, 0);
  const tolerance = cluster.failureTolerance;
  const unwell = picture.tables.filter((table) => table.health < 80).length;
  return [
    tile('Leader', cluster.leaderId ?? 'none', `term ${count(cluster.term)}`, cluster.leaderId ? '' : 'bad'),
    tile('May be lost', tolerance === undefined ? 'unknown' : plural(tolerance, 'node', 'nodes'),
      `of ${plural(voters, 'voter', 'voters')}`,
      tolerance === undefined || voters < 3 ? '' : tolerance > 0 ? 'good' : 'warn'),
    tile('Nodes', count(nodes.length), `${count(active)} active`, active < nodes.length ? 'warn' : ''),
    tile('Tables', count(picture.tableCount), `in ${plural(buckets, 'owned bucket', 'owned buckets')}`),
    tile('Need upkeep', count(unwell), `${count(picture.running.length)} running`, unwell > 0 ? 'warn' : 'good'),
    tile('Ownership', cluster.ownershipMode, cluster.ownershipMode === 'leader' ? 'the leader owns all' : 'shared by all nodes'),
  ];
}

function fact(name, value) {
  return [element('dt', {}, name), element('dd', { title: value }, value)];
}

function nodeCard(node, cluster, most) {
  const leads = node.id === cluster.leaderId;
  const lag = node.lag === 0 ? 'none' : node.lag ? plural(node.lag, 'entry', 'entries') : node.voter ? 'unknown' : 'no voter';
  return element(
    'article', { class: `node ${leads ? 'leader' : ''}` },
    element(
      'div', { class: 'head' }, element('strong', {}, node.id),
      node.id === cluster.nodeId ? pill('this node', '') : null,
      node.role && node.role !== 'NONE' ? pill(node.role, leads ? 'accent' : '') : null,
      pill(node.state, STATE[node.state])),
    element(
      'div', { class: 'meter' }, bar(node.buckets, most, '', `buckets of ${node.id}`),
      element('span', {}, plural(node.buckets, 'bucket', 'buckets'))),
    element(
      'dl', { class: 'facts' },
      ...fact('Tables', count(node.tables)), ...fact('Behind the leader', lag),
      ...fact('HTTP', node.httpAddress || 'not told yet'), ...fact('Raft', node.raftAddress || 'not told yet'),
      ...fact('Version', node.version || 'not told yet')));
}

export function nodes(picture) {
  const most = Math.max(1, ...picture.cluster.nodes.map((node) => node.buckets));
  return picture.cluster.nodes
    .filter((node) => node.state !== 'GONE')
    .map((node) => nodeCard(node, picture.cluster, most));
}

function tableRow(table) {
  const path = `${table.catalog}.${table.namespace.join('.')}.`;
  return element(
    'tr', {},
    element('td', { class: 'name', title: table.uuid }, element('span', { class: 'faint' }, path), table.name),
    element(
      'td', { class: 'health' }, element(
        'div', { class: 'health-row' }, bar(table.health, 100, level(table.health), `health of ${table.name}`),
        element('span', {}, String(table.health)))),
    element('td', {}, pill(table.status, STATUS[table.status])),
    element('td', { class: 'reason' }, table.reason),
    element('td', {}, table.owner ?? 'nobody'),
    element('td', { class: 'number' }, String(table.epoch)),
    element('td', { class: 'number' }, count(table.dataFiles)),
    element('td', { class: 'number' }, count(table.deleteFiles)),
    element('td', { class: 'number' }, bytes(table.bytes)),
    element('td', { class: 'number' }, count(table.records)),
    element('td', { class: 'number' }, `${since(table.updatedAtMillis)} ago`));
}

function matches(table, words) {
  const text = [table.catalog, ...table.namespace, table.name].join('.')
    + ` ${table.owner ?? ''} ${table.status} ${table.reason}`;
  return words.every((word) => text.toLowerCase().includes(word));
}

export function tables(picture, filter) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = picture.tables.filter((table) => matches(table, words));
  if (shown.length === 0) {
    return element(
      'p', { class: 'empty' },
      picture.tableCount === 0 ? 'There are no tables yet. Point an Iceberg client at /iceberg on any node.' : 'No table fits the filter.');
  }
  const heads = ['Table', 'Health', 'Status', 'Why', 'Owner', '#Epoch', '#Data files', '#Delete files', '#Size', '#Records', '#Changed'];
  const head = heads.map((name) => name.startsWith('#')
    ? element('th', { class: 'number', scope: 'col' }, name.slice(1))
    : element('th', { scope: 'col' }, name));
  return element(
    'table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...shown.map(tableRow)));
}

function processItem(process) {
  const done = `${process.tasksDone} of ${plural(process.tasks, 'task', 'tasks')}`;
  const size = `${plural(process.inputFiles, 'file', 'files')}, ${bytes(process.inputBytes)} in`;
  return element(
    'div', { class: 'process' },
    element(
      'div', { class: 'head' }, element('strong', {}, process.table ?? process.tableUuid),
      pill(process.kind, ''), pill(process.state, 'accent')),
    element('div', { class: 'meter' }, bar(process.tasksDone, process.tasks, '', `progress of ${process.id}`), element('span', {}, done)),
    element('div', { class: 'note' }, `${size} · planned by ${process.plannedBy} · for ${since(process.createdAtMillis)} · ${process.reason}`));
}

export function upkeep(picture) {
  return picture.running.length === 0
    ? [element('p', { class: 'empty' }, 'Nothing is running.')]
    : picture.running.map(processItem);
}

export function events(picture) {
  return picture.events.length === 0
    ? [element('li', { class: 'empty' }, 'Quiet so far.')]
    : picture.events.map((event) => element(
      'li', {}, element('time', { datetime: new Date(event.atMillis).toISOString() }, clock(event.atMillis)),
      element('span', { class: `dot ${event.level}` }), element('span', {}, event.text)));
}
