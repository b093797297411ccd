import type { Client } from '@vesper/contract';
import { parseOutboundAllow } from '@vesper/core/lib/outbound/address-guard.ts';
import { createSafeFetch } from '@vesper/core/lib/outbound/safe-fetch.ts';
import { createManners } from '@vesper/intake/manners';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followBasis } from '../../../intake/server/withdrawal/deletion.ts';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { fileNoticeAbout } from '../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite({ TRUST_PROXY: '127.0.0.1' });
  admin = await site.admin();
});
afterAll(() => site.close());

const sourceOf = async (id: string) => (await admin.sources.list()).find((one) => one.id === id);

async function strike(sourceId: string): Promise<string> {
  const videoId = await makeVideo(site.base.db, { source_id: sourceId });
  const id = await fileNoticeAbout(site, videoId);
  return (await admin.takedowns.decide({ id, status: 'approved' })).message;
}

const sentence = (call: Promise<unknown>) =>
  call.then(
    () => '',
    (error) => error.sentence,
  );

describe('the strikes of a source', () => {
  test('flag it with the second and disable it with the third, for anyone who would enable it', async () => {
    const id = await makeSource(site.base.db, { name: 'Striking' });
    expect(await strike(id)).toContain('It is the first strike against its source "Striking".');
    expect(await sourceOf(id)).toMatchObject({ enabled: true, state: 'Active.' });
    expect(await strike(id)).toContain(
      'the second strike against its source "Striking", which is flagged for review.',
    );
    expect(await sourceOf(id)).toMatchObject({
      enabled: true,
      state: 'Active. Flagged for review: two copyright strikes stand against it.',
    });
    expect(await admin.takedowns.strikes({ id })).toMatchObject({
      active: 2,
      needsReview: true,
      isStruckOut: false,
    });
    expect(await strike(id)).toContain('Three strikes stand against its source "Striking": it is disabled.');
    const reason =
      'Three copyright strikes stand against this source: it stays disabled unless one of them is voided.';
    expect(await sourceOf(id)).toMatchObject({
      enabled: false,
      disabledReason: reason,
      state: `Stopped. ${reason}`,
    });
    expect(await sentence(admin.sources.change({ id, enabled: true }))).toBe(reason);
    expect(await admin.takedowns.strikes({ id })).toMatchObject({ active: 3, isStruckOut: true });
  });

  test('of two at once are both counted', async () => {
    const id = await makeSource(site.base.db);
    await strike(id);
    await Promise.all([strike(id), strike(id)]);
    expect(await sourceOf(id)).toMatchObject({ enabled: false });
    expect((await admin.takedowns.strikes({ id })).active).toBe(3);
  });

  test('end its queued downloads, and it is no longer fetched', async () => {
    const { db, clock } = site.base;
    const id = await makeSource(db, { url: 'https://struck.test/' });
    const address = { source_url: 'https://struck.test/1', source_url_hash: Buffer.alloc(32, 3) };
    await db
      .insertInto('download_jobs')
      .values({ ...address, source_id: id })
      .execute();
    const fetch = createSafeFetch({ allow: parseOutboundAllow(''), userAgent: 'VesperBot/test' });
    const polite = createManners({ db, fetch }).fetchFor(id);
    for (let n = 0; n < 3; n += 1) await strike(id);
    await expect(polite('https://struck.test/sitemap.xml')).rejects.toMatchObject({
      code: 'source_paused',
      message: 'This source was disabled after three copyright strikes and is no longer fetched.',
    });
    await followBasis({ db, clock }, new AbortController().signal);
    const jobs = db.selectFrom('download_jobs').selectAll().where('source_id', '=', id);
    expect(await jobs.executeTakeFirst()).toMatchObject({
      status: 'failed',
      error: 'The source may no longer be used.',
    });
    await fetch.close();
  });

  test('can be voided once, with a reason; the source stays disabled until somebody enables it', async () => {
    const id = await makeSource(site.base.db, { name: 'Forgiven' });
    for (let n = 0; n < 3; n += 1) await strike(id);
    const [latest] = (await admin.takedowns.strikes({ id })).strikes;
    const strikeId = latest?.id ?? '';
    expect(await sentence(admin.takedowns.voidStrike({ id: strikeId, reason: ' ' }))).toBe(
      'A reason is needed.',
    );
    const { message, strike: voided } = await admin.takedowns.voidStrike({
      id: strikeId,
      reason: 'A mistake',
    });
    expect(message).toBe(
      'The strike was voided. 2 strikes stand against "Forgiven". The source stays disabled until an administrator enables it on the Sources page.',
    );
    expect(voided).toMatchObject({
      state: 'void',
      voidReason: 'A mistake',
      voidedBy: expect.stringMatching(/^test-/),
    });
    expect(await sentence(admin.takedowns.voidStrike({ id: strikeId, reason: 'Again' }))).toMatch(
      /^This strike is already void: test-.* voided it at 20.* UTC\.$/,
    );
    expect(await sourceOf(id)).toMatchObject({
      enabled: false,
      state:
        'Stopped. It was disabled after three copyright strikes. Fewer stand against it now, so it can be enabled. Flagged for review: two copyright strikes stand against it.',
    });
    expect(await admin.sources.change({ id, enabled: true })).toMatchObject({
      ...{ enabled: true, disabledReason: null },
      state: 'Active. Flagged for review: two copyright strikes stand against it.',
    });
  });
});
