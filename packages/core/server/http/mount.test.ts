import { AdminCheck, type Call, routes } from '@vesper/contract';
import { expect, test } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { silentLog } from '../lib/log.ts';
import { contextOf, createApp } from './app.ts';
import { type Actor, createDispatch, FileAnswer, type Handlers, mountCalls } from './mount.ts';
import { noCookie } from './token-cookie.ts';

const VISITOR = {
  hostname: 'films.test',
  host: 'films.test',
  visitor: { address: '192.0.2.1', userAgent: '' },
  bearer: undefined,
  browser: noCookie,
};
const ANNA = { administratorId: 'a', username: 'anna', isOwner: true, scopes: [] };
const recordAct = async () => async () => {};

test("an administrator's call needs a session", async () => {
  const dispatch = createDispatch({} as Handlers, {
    log: silentLog,
    checkOutput: false,
    findActor: async ({ session }) => (session.token === 'the right one' ? ANNA : undefined),
    recordAct,
  });
  const call: Call = {
    ...{ method: 'GET', path: '/api/x', caller: 'admin', area: 'catalogue', summary: '' },
    ...{ output: AdminCheck, errors: [] },
  };
  const ask = (token?: string) => dispatch(call, {}, { ...VISITOR, session: { ...noCookie, token } });
  const refused = {
    status: 401,
    body: { error: 'unauthorized', message: 'Please sign in as an administrator.' },
  };
  expect(await ask()).toEqual(refused);
  expect(await ask('a wrong one')).toEqual(refused);
  // Allowed: there is no handler here.
  expect(await ask('the right one')).toMatchObject({ status: 404 });
});

test("an administrator's large body is not read from anyone else", async () => {
  const findActor = async () => undefined;
  const dispatch = createDispatch({} as Handlers, {
    log: silentLog,
    checkOutput: false,
    findActor,
    recordAct,
  });
  const app = await createApp({
    ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host', maxConnections: 10 },
    clientDirectory: import.meta.dirname,
  });
  mountCalls(app, { dispatch, contextOf, findActor });
  const send = (origin: string) =>
    app.inject({
      method: 'POST',
      url: '/api/download-jobs/bulk',
      headers: { origin, host: 'films.test', 'content-type': 'application/json' },
      payload: '{'.repeat(5 * 1024 * 1024),
    });
  try {
    // Read, it would be refused as invalid JSON.
    expect((await send('http://films.test')).statusCode).toBe(401);
    expect((await send('http://other.test')).statusCode).toBe(403);
  } finally {
    await app.close();
  }
});

test('a file is streamed, and cut short by an error', async () => {
  let fault: Error | undefined;
  const pieces = async function* () {
    yield Buffer.from('one ');
    if (fault) throw fault;
    yield Buffer.from('two');
  };
  const app = await createApp({
    ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host', maxConnections: 10 },
    clientDirectory: import.meta.dirname,
  });
  const dispatch = async () => ({ status: 200, body: new FileAnswer('case.zip', pieces()) });
  mountCalls(app, { dispatch, contextOf, findActor: async () => ({ ...ANNA, isConfirmed: true }) });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const send = () => fetch(`${url}/api/cases/one/file`, { method: 'POST', headers: { origin: url } });
  try {
    const whole = await send();
    expect([whole.headers.get('content-type'), await whole.text()]).toEqual(['application/zip', 'one two']);
    fault = new Error('The database is gone.');
    await expect(send().then((broken) => broken.text())).rejects.toThrow();
  } finally {
    await app.close();
  }
});

/** Every call succeeds, or fails with `fault`. */
function dispatchFor(actor: Partial<Actor>, fault?: Error) {
  const noted: unknown[] = [];
  const groups = Object.entries(routes).map(([group, calls]) => [
    group,
    Object.fromEntries(Object.keys(calls).map((name) => [name, () => (fault ? Promise.reject(fault) : {})])),
  ]);
  const dispatch = createDispatch(Object.fromEntries(groups) as Handlers, {
    log: silentLog,
    checkOutput: false,
    findActor: async () => ({ ...ANNA, ...actor }),
    recordAct: async () => async (outcome) => void noted.push(outcome),
  });
  const ask = async (call: Call, input: Record<string, unknown> = {}) =>
    (await dispatch(call, input, { ...VISITOR, session: noCookie })).status;
  return { ask, noted };
}

const { crawler, sources } = routes;

test('a caller who is no owner is limited to their scopes', async () => {
  const reader = dispatchFor({ isOwner: false, scopes: ['ingest:read'] });
  expect(await reader.ask(crawler.status)).toBe(200);
  expect(await reader.ask(crawler.start)).toBe(403);
  const writer = dispatchFor({ isOwner: false, scopes: ['ingest:write'] });
  expect(await writer.ask(crawler.status)).toBe(200);
  expect(await writer.ask(crawler.start)).toBe(200);
  expect(await dispatchFor({ isOwner: false, scopes: ['site:write'] }).ask(crawler.status)).toBe(403);
});

test('a call that asks for the password refuses tokens and unconfirmed sessions', async () => {
  const call = sources.delete;
  const input = { id: 'a' };
  expect(await dispatchFor({ isConfirmed: true }).ask(call, input)).toBe(200);
  expect(await dispatchFor({ isConfirmed: false }).ask(call, input)).toBe(403);
  const writer = { isConfirmed: true, isOwner: false, scopes: ['ingest:write'] };
  expect(await dispatchFor(writer).ask(call, input)).toBe(200);
  expect(await dispatchFor({ ...writer, tokenId: 't' }).ask(call, input)).toBe(403);
});

test('an act is recorded as done, refused with its reason, or failed', async () => {
  const endOf = async (fault?: Error) => {
    const { ask, noted } = dispatchFor({}, fault);
    await ask(crawler.start);
    return noted;
  };
  expect(await endOf()).toEqual([{ outcome: 'done' }]);
  expect(await endOf(new AppError('conflict', 'It runs already.'))).toEqual([
    { outcome: 'refused', reason: 'It runs already.' },
  ]);
  expect(await endOf(new Error('a secret'))).toEqual([{ outcome: 'failed' }]);
});
