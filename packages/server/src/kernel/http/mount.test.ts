import { AdminCheck, type Call } from '@vesper/contract';
import { expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { contextOf, createApp } from './app.ts';
import { createDispatch, type Handlers, mountCalls } from './mount.ts';
import { noCookie } from './token-cookie.ts';

const VISITOR = {
  hostname: 'films.test',
  host: 'films.test',
  visitor: { address: '192.0.2.1', userAgent: '' },
  bearer: undefined,
  browser: noCookie,
};
const ANNA = { administratorId: 'a', username: 'anna' };
const recordAct = async () => async () => {};

test("an administrator's call goes no further without a session", async () => {
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
  // There is no function for it here: it came that far.
  expect(await ask('the right one')).toMatchObject({ status: 404 });
});

test("what an administrator's large call carries is not read from anyone else", async () => {
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
    // Had the body been read, it would be said to be no JSON.
    expect((await send('http://films.test')).statusCode).toBe(401);
    expect((await send('http://other.test')).statusCode).toBe(403);
  } finally {
    await app.close();
  }
});
