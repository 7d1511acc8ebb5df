// Ends what a shard waits for: asks, sends, and shows the answer in words.

import { Refusal, keepToken, newKey, send } from './api.js';
import { byId, element, fill } from './dom.js';

const REPLACE = 'What the shard is taken to have changed instead: one ALTER TABLE statement of MySQL, or a list of changes in JSON.';
const SET_SCHEMA = 'The schema that the shard has now: one CREATE TABLE statement of MySQL, or JSON. Everything it waits with is dropped.';
const WHY = {
  skip: 'The table stays as it is. The column is bound to what is there, cast where types differ, and not stored where it cannot be cast.',
  'new-field': 'The column gets a field of its own in the table.',
  detach: 'The shard leaves the group: nobody waits for it, and its columns count no more. It can join again.',
  replace: REPLACE,
  'set-schema': SET_SCHEMA,
};
const AT_BARRIER = { skip: 'The shard has its change, alone. The barrier goes on without it; the table stays as it is.' };
const TEXT = {
  replace: { statement: 'sql', json: 'changes' },
  'set-schema': { statement: 'createTable', json: 'schema' },
};

let act;

/** A button for one verb. What it says is asked again before anything is sent. */
export function verbButton(verb, target) {
  const button = element(
    'button', { type: 'button', class: verb === 'detach' ? 'danger' : '', 'data-key': `${target.shard}/${target.seq ?? ''}/${verb}` }, verb);
  button.addEventListener('click', () => open(verb, target));
  return button;
}

function open(verb, target) {
  act = { verb, target, key: newKey(), sent: '' };
  byId('act-title').textContent = `${verb}: shard ${target.shard}${target.seq && !isAnyTime(verb) ? `, announcement ${target.seq}` : ''}`;
  byId('act-why').textContent = (target.atBarrier && AT_BARRIER[verb]) || WHY[verb];
  byId('act-text').hidden = !TEXT[verb];
  byId('act-text').value = '';
  byId('act-go').textContent = verb;
  byId('act-go').classList.toggle('danger', verb === 'detach');
  byId('act-token-row').hidden = true;
  refuse('');
  byId('act').showModal();
}

function isAnyTime(verb) {
  return verb === 'detach' || verb === 'set-schema';
}

function refuse(words) {
  byId('act-refusal').textContent = words;
  byId('act-refusal').hidden = words === '';
}

/** The body of the request; throws with words if the text cannot be read. */
function body() {
  const { verb, target } = act;
  const made = { verb };
  if (target.seq && !isAnyTime(verb)) made.seq = target.seq;
  if (!TEXT[verb]) return made;
  const text = byId('act-text').value.trim();
  if (text === '') throw new Refusal(0, '', `${verb} needs a statement or JSON`);
  if (!/^[{[]/.test(text)) return { ...made, [TEXT[verb].statement]: text };
  try {
    return { ...made, [TEXT[verb].json]: JSON.parse(text) };
  } catch (error) {
    throw new Refusal(0, '', `this begins like JSON and is none: ${error.message}`);
  }
}

async function go(changed) {
  const doing = act;
  try {
    const wanted = body();
    const token = byId('act-token').value.trim();
    if (token) keepToken(token);
    // The same again takes effect once; something else needs a key of its own.
    if (doing.sent !== '' && doing.sent !== JSON.stringify(wanted)) doing.key = newKey();
    doing.sent = JSON.stringify(wanted);
    byId('act-go').disabled = true;
    const { group, shard } = doing.target;
    const path = `/ddl/groups/${encodeURIComponent(group)}/shards/${encodeURIComponent(shard)}/resolve`;
    const decision = await send(path, wanted, doing.key);
    byId('act').close();
    say(doing.verb, decision);
    changed();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    byId('act-token').value = '';
    byId('act-token-row').hidden = byId('act-token-row').hidden && !refusal.wantsToken;
    refuse(refusal.code ? `${refusal.code}: ${refusal.message}` : refusal.message);
    if (refusal.wantsToken) byId('act-token').focus();
  } finally {
    byId('act-go').disabled = false;
  }
}

const VERDICT = {
  APPLIED: 'is decided', WAITING: 'waits for other shards', QUEUED: 'waits behind another one of the shard',
  BLOCKED: 'is in conflict', REJECTED: 'was rejected', SUPERSEDED: 'is overtaken by the schema that was set',
};

function say(verb, decision) {
  const bad = decision.verdict === 'BLOCKED' || decision.verdict === 'REJECTED';
  const head = verb === 'detach' ? `shard ${decision.shard} left the group`
    : verb === 'set-schema' ? `shard ${decision.shard} has the schema that was set`
      : `announcement ${decision.seq} of shard ${decision.shard} ${VERDICT[decision.verdict] ?? decision.verdict}`;
  const lines = [
    ...decision.steps.map((step) => `${step.action} ${step.column}: ${step.detail}`),
    ...decision.warnings.map((warning) => `warning ${warning.code} ${warning.column}: ${warning.detail}`),
    ...(decision.conflict ? [`${decision.conflict.kind} ${decision.conflict.column}: ${decision.conflict.detail}`] : []),
  ];
  const close = element('button', { type: 'button', class: 'ghost', 'aria-label': 'Close' }, '×');
  close.addEventListener('click', () => { byId('said').hidden = true; });
  byId('said').className = `said ${bad ? 'bad' : 'good'}`;
  byId('said').hidden = false;
  fill(byId('said'), close, element('strong', {}, `${verb}: ${head}`),
    element('ul', {}, ...lines.map((line) => element('li', {}, line))));
}

/** Makes the dialog ready; calls this after something was changed. */
export function setUpActs(changed) {
  byId('act-go').addEventListener('click', () => go(changed));
  byId('act-cancel').addEventListener('click', () => byId('act').close());
  byId('act-token').addEventListener('keydown', (event) => {
    if (event.key === 'Enter') go(changed);
  });
  byId('act').addEventListener('close', () => { byId('act-token').value = ''; });
}
