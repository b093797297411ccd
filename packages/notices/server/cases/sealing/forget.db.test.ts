import type { Client } from '@vesper/contract';
import { replaceKeys } from '@vesper/core/db/sealed/replace-keys.ts';
import { openSeal, openSealOf } from '@vesper/core/db/sealed/row-seal.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { silentLog } from '@vesper/core/lib/log.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composeQueue } from '../../../../app/composition/compose-queue.ts';
import { makeVideo } from '../../../../test/factories.ts';
import { fileNotice } from '../../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { eraseCase, forgetOld, holdCase } from './forget.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let site: TestSite;
let admin: Client;
let parts: TestSite['base'] & { queue: Queue };
let closeQueue: () => Promise<void>;

beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  closeQueue = () => boss.stop({ graceful: false });
  parts = { ...site.base, queue };
});
afterAll(async () => {
  await closeQueue();
  await site.close();
});

async function worked(): Promise<string> {
  const videoId = await makeVideo(site.base.db);
  const id = await fileNotice(site, {
    copyrightWork: `Film ${Math.random()}`,
    infringingUrl: `${site.url}/video/${videoId}`,
  });
  await admin.takedowns.decide({ id, status: 'approved', adminNotes: 'She is right.' });
  await admin.takedowns.restore({ id, reason: 'She has erred.' });
  return id;
}

test('an erased case cannot be opened, neither here nor from earlier dumps', async () => {
  const { db, keys } = site.base;
  const [id, other] = [await worked(), await worked()];
  const { rows: before } = await sql<{ key_name: string; sealed_key: Buffer }>`
    select key_name, sealed_key from cases where id = ${id}`.execute(db);
  expect((await openSealOf(db, keys, id)) !== undefined).toBe(true);
  const jobs = async () =>
    (await sql`select from jobs.job where name = 'case-keys' and state = 'created'`.execute(db)).rows.length;
  await sql`delete from jobs.job where name = 'case-keys'`.execute(db);
  await eraseCase(parts, { id, by: 'one' });
  // Erased at once, though the month's other cases keep their keys until the job has run.
  expect([await openSealOf(db, keys, id), await jobs()]).toEqual([undefined, 1]);
  const { rows: emptied } =
    await sql`select from case_papers where case_id = ${id} and sealed is not null`.execute(db);
  expect(emptied).toEqual([]);
  await forgetOld(site.base);
  expect(await openSealOf(db, keys, id)).toBeUndefined();
  // The key that a former dump needs.
  expect(keys.read(before[0]?.key_name ?? '')).toBeUndefined();
  expect(await admin.takedowns.get({ id })).toMatchObject({
    ...{
      status: 'approved',
      complainantName: '(erased)',
      complainantPhone: '(erased)',
      adminNotes: '(erased)',
    },
    restored: { reason: '(erased)' },
  });
  expect(await admin.takedowns.get({ id: other })).toMatchObject({
    complainantName: 'Ann Lee',
    adminNotes: 'She is right.',
  });
  await expect(eraseCase(parts, { id, by: 'one' })).rejects.toThrow('has been erased already');
});

test('an interrupted erasure is completed by the next run', async () => {
  const { db, keys } = site.base;
  const [id, other] = [await worked(), await worked()];
  const read = keys.read;
  let reads = 0;
  const breaking = {
    ...keys,
    read(name: string) {
      reads += 1;
      if (reads > 1) throw new Error('The process ends here.');
      return read(name);
    },
  };
  await eraseCase(parts, { id, by: 'one' });
  await expect(replaceKeys({ ...site.base, keys: breaking })).rejects.toThrow('ends here');
  await replaceKeys(site.base);
  expect(await openSealOf(db, keys, id)).toBeUndefined();
  expect((await admin.takedowns.get({ id: other })).complainantName).toBe('Ann Lee');
  const { rows } = await sql`select from cases where id = ${id} and key_name is not null`.execute(db);
  expect(rows).toEqual([]);
});

test('an open case is not erased, nor one on hold, nor forgotten before its time', async () => {
  const { db, keys } = site.base;
  const open = await fileNotice(site, { copyrightWork: `Film ${Math.random()}` });
  await expect(eraseCase(parts, { id: open, by: 'one' })).rejects.toThrow('still open');
  await admin.takedowns.decide({ id: open, status: 'denied' });
  await holdCase(site.base, { id: open, by: 'one', isHeld: true });
  await expect(eraseCase(parts, { id: open, by: 'one' })).rejects.toThrow('legal hold');
  const later = (days: number) => ({ now: () => new Date(Date.now() + days * DAY_MS) });
  const names = () => keys.names().filter((name) => name.includes('.copyright.'));
  for (const days of [100, 3 * 365 + 40]) await forgetOld({ ...site.base, clock: later(days) });
  expect(await openSealOf(db, keys, open)).toBeDefined();
  await holdCase(site.base, { id: open, by: 'one', isHeld: false });
  await forgetOld({ ...site.base, clock: later(100) });
  expect(await openSealOf(db, keys, open)).toBeDefined();
  await forgetOld({ ...site.base, clock: later(3 * 365 + 40) });
  expect([await openSealOf(db, keys, open), names()]).toEqual([undefined, []]);
});

test('a counter-notice is not forgotten while the case that it answers is not closed', async () => {
  const { db, keys } = site.base;
  const about = await fileNotice(site, { copyrightWork: `Film ${Math.random()}` });
  await admin.takedowns.decide({ id: about, status: 'approved' });
  const { id } = await site.client.reports.submit({
    ...{ slug: 'privacy', addresses: `${site.url}/video/x`, name: 'Ann', email: 'ann@films.example' },
    ...{ request: 'erase', details: 'All of it.' },
  });
  await admin.casework.decide({ id, status: 'approved' });
  await sql`update cases set about_case_id = ${about} where id = ${id}`.execute(db);
  const clock = { now: () => new Date(Date.now() + 400 * DAY_MS) };
  await forgetOld({ ...site.base, clock });
  expect(await openSealOf(db, keys, id)).toBeDefined();
  await admin.takedowns.restore({ id: about, reason: 'It was wrong.' });
  await forgetOld({ ...site.base, clock });
  expect(await openSealOf(db, keys, id)).toBeUndefined();
});

test('a case is forgotten in its time, though another of its month is never decided', async () => {
  const { db, keys } = site.base;
  const waiting = await fileNotice(site, { copyrightWork: `Film ${Math.random()}` });
  const [one, two] = [await worked(), await worked()];
  // As in a dump taken now.
  const { rows: before } = await sql<{ id: string; sealed_key: Buffer }>`
    select id, sealed_key from cases where id = any (${[one, two]}::text[])`.execute(db);
  const day = Date.parse(new Date().toISOString().slice(0, 10));
  for (const [id, hours] of [
    [one, 1],
    [two, 20],
  ] as const)
    await sql`update cases set closed_at = ${new Date(day + hours * HOUR_MS)} where id = ${id}`.execute(db);
  const destroyed: string[] = [];
  const watched: typeof keys = {
    ...keys,
    destroy(name) {
      destroyed.push(name);
      keys.destroy(name);
    },
  };
  for (const hours of [10, 23, 25, 36, 47]) {
    const now = new Date(day + 3 * 365 * DAY_MS + hours * HOUR_MS);
    await forgetOld({ ...site.base, keys: watched, clock: { now: () => now } });
  }
  expect(destroyed.filter((name) => name.includes('.copyright.'))).toHaveLength(1);
  expect([await openSealOf(db, keys, one), await openSealOf(db, keys, two)]).toEqual([undefined, undefined]);
  expect(before).toHaveLength(2);
  for (const { id, sealed_key } of before)
    for (const key_name of keys.names()) expect(openSeal(keys, { id, key_name, sealed_key })).toBeUndefined();
  expect((await admin.takedowns.get({ id: one })).complainantName).toBe('(erased)');
  expect((await admin.takedowns.get({ id: waiting })).complainantName).toBe('Ann Lee');
});
