import { AdminCheck, type Call } from '@vesper/contract';
import { expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createDispatch, type Handlers } from './mount.ts';
import { noSession } from './session-cookie.ts';

const VISITOR = { hostname: 'films.test', visitor: { address: '192.0.2.1', userAgent: '' } };

test("an administrator's call goes no further without a session", async () => {
  const dispatch = createDispatch({} as Handlers, {
    log: silentLog,
    checkOutput: false,
    isAdmin: async ({ session }) => session.token === 'the right one',
  });
  const call: Call = { method: 'GET', path: '/api/x', caller: 'admin', output: AdminCheck, errors: [] };
  const ask = (token?: string) => dispatch(call, {}, { ...VISITOR, session: { ...noSession, token } });
  const refused = {
    status: 401,
    body: { error: 'unauthorized', message: 'Please sign in as an administrator.' },
  };
  expect(await ask()).toEqual(refused);
  expect(await ask('a wrong one')).toEqual(refused);
  // There is no function for it here: it came that far.
  expect(await ask('the right one')).toMatchObject({ status: 404 });
});
