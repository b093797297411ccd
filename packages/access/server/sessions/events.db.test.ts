import { LOGIN_REFUSED } from '@vesper/contract';
import { createCounts } from '@vesper/core/lib/counts.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { turnedClock } from '../../../test/turned-clock.ts';
import { type AdminEvent, createAdminSessions, signOut } from './admin-session.ts';
import { addAdministrator } from './administrators.ts';
import { hashOfRecoveryCode } from './second-factor/codes.ts';
import { refreshHasSecondFactor, replaceRecoveryCodes } from './second-factor/second-factor-queries.ts';
import { completeWithRecoveryCode, completeWithTotp } from './second-factor/second-step.ts';
import { signIn } from './sign-in.ts';

const visitor = { address: '203.0.113.5', userAgent: 'Firefox' };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('sign-ins are logged: who, from where and with what outcome, without secrets', async () => {
  const { db } = database;
  const clock = turnedClock('2026-11-20T12:00:00Z');
  const events: AdminEvent[] = [];
  const sessions = createAdminSessions({
    ...{ db, clock, counts: createCounts(), log: silentLog, sealingKey: Buffer.alloc(32) },
    siteName: async () => 'Films',
    recordEvent: async (event) => void events.push(event),
  });
  const { id, ...login } = await addAdministrator(db, 'anna', clock.now());
  const attempt = (fields: object = {}) =>
    signIn(sessions, {
      ...login,
      visitor,
      hostname: 'films.test',
      formerToken: undefined,
      browserToken: undefined,
      ...fields,
    });

  const { token } = await attempt();
  await signOut(sessions, token, visitor);
  await signOut(sessions, token, visitor);
  await expect(attempt({ password: 'hunter2' })).rejects.toThrow(LOGIN_REFUSED);
  await expect(attempt({ username: 'my password, in the wrong field' })).rejects.toThrow(LOGIN_REFUSED);

  await db
    .insertInto('totp_secrets')
    .values({
      administrator_id: id,
      sealed_secret: Buffer.alloc(60),
      created_at: clock.now(),
      enabled_at: clock.now(),
    })
    .execute();
  await refreshHasSecondFactor(db, id);
  await replaceRecoveryCodes(db, id, [hashOfRecoveryCode(id, 'abcdefghjkmnpqrs')]);
  const stepping = { token: (await attempt()).token, visitor, browserToken: undefined };
  await expect(completeWithRecoveryCode(sessions, stepping, 'x'.repeat(16))).rejects.toThrow(
    'not one of your',
  );
  await completeWithRecoveryCode(sessions, stepping, 'abcdefghjkmnpqrs');
  await expect(completeWithTotp(sessions, stepping, '123456')).rejects.toThrow('no sign-in is in progress');

  const anna = { username: 'anna', actorId: id, visitor };
  const waits = 'The password was right; the second step is pending.';
  expect(events).toEqual([
    { action: 'admin.login', ...anna, outcome: 'done' },
    { action: 'admin.logout', ...anna, outcome: 'done' },
    { action: 'admin.login', ...anna, outcome: 'refused', reason: 'The password was wrong.' },
    {
      action: 'admin.login',
      username: '(unknown name)',
      visitor,
      outcome: 'refused',
      reason: 'No administrator has that name.',
    },
    { action: 'admin.login', ...anna, outcome: 'done', reason: waits },
    {
      action: 'admin.loginRecovery',
      ...anna,
      outcome: 'refused',
      reason: 'That is not one of your unused recovery codes.',
    },
    { action: 'admin.loginRecovery', ...anna, outcome: 'done' },
  ]);
});
