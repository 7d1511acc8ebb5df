// Calls to the API. A refusal becomes an error with the code and the words of AMS.

const TOKEN = 'ams-admin-token';

/** What AMS, or nobody, answered. */
export class Refusal extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  /** Whether the admin token is needed, or was wrong. */
  get wantsToken() {
    return this.status === 401;
  }
}

export function keepToken(token) {
  sessionStorage.setItem(TOKEN, token);
}

function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

/** Names a change, so that it takes effect once however often it is sent. Not randomUUID: it is there on secure origins only. */
export function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function call(path, options) {
  let response;
  try {
    response = await fetch(`api/v1${path}`, options);
  } catch {
    throw new Refusal(0, 'NO_ANSWER', 'this node does not answer; what was sent may have taken effect, and can be sent again');
  }
  const text = await response.text();
  if (response.ok) {
    return text === '' ? undefined : JSON.parse(text);
  }
  let code = `HTTP ${response.status}`;
  let message = text;
  try {
    ({ error: { code, message } } = JSON.parse(text));
  } catch {
    // Not AMS' own words: something between answered.
  }
  throw new Refusal(response.status, code, message);
}

/** Reads what this node has, as the stream shows it. */
export function read(path) {
  return call(`${path}${path.includes('?') ? '&' : '?'}consistency=local`, { cache: 'no-store' });
}

/** Sends a change under this key. */
export async function send(path, body, key) {
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
  const token = sessionStorage.getItem(TOKEN);
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    return await call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  } catch (refusal) {
    if (refusal.wantsToken) forgetToken();
    throw refusal;
  }
}
