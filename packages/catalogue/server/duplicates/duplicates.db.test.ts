import type { CallError, Client } from '@vesper/contract';
import { addressHash, canonicalAddress } from '@vesper/core/lib/text/canonical-address.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSource, makeVideo } from '../../../test/factories.ts';
import { refusal } from '../../../test/refusal.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(async () => {
  await site.close();
});

function addSource(name: string): Promise<string> {
  return makeSource(site.base.db, { name, url: `https://${name}.test/` });
}

async function addDecision(fields: {
  url?: string;
  videoId: string | null;
  existingVideoId: string | null;
  test?: string;
  outcome?: string;
}): Promise<string> {
  const { url = 'https://source.test/new', videoId, existingVideoId } = fields;
  const { rows } = await sql<{ id: number }>`
    insert into duplicate_decisions (source_url, source_url_hash, title, video_id, existing_video_id, test, reason, outcome)
    values (${url}, ${addressHash(url)}, 'New', ${videoId}, ${existingVideoId}, ${fields.test ?? 'likeness'}, 'Alike.',
      ${fields.outcome ?? 'suspected'}) returning id`.execute(site.base.db);
  return String(rows[0]?.id);
}

async function outcomeOf(id: string): Promise<string | undefined> {
  const { decisions } = await admin.duplicates.list({ limit: 100 });
  return decisions.find((decision) => decision.id === id)?.outcome;
}

const known = (existingVideoId: string) => ({ isDuplicate: true, existingVideoId, blocked: null });

describe('POST /api/check-duplicate', () => {
  test('knows an address in any of its spellings', async () => {
    const id = await makeVideo(site.base.db, { source_url: 'https://source.test/watch/known' });
    for (const sourceUrl of [
      'HTTPS://Source.test:443/watch/known#t=1',
      ' https://source.test/watch/known?utm_source=a ',
    ])
      expect(await admin.duplicates.check({ sourceUrl })).toEqual(known(id));
    expect(await admin.duplicates.check({ sourceUrl: 'https://source.test/watch/unknown' })).toMatchObject({
      isDuplicate: false,
    });
  });

  test("knows a video by its source's own id, where the address was ever listed", async () => {
    const { db } = site.base;
    const sourceId = await addSource('listed');
    const id = await makeVideo(db, { source_id: sourceId, external_id: 'n-1' });
    for (const [url, column] of [
      ['https://source.test/listed/1', sql`'n-1', null`],
      ['https://source.test/listed/2', sql`null, '{"externalId":"n-1"}'::jsonb`],
    ] as const) {
      await sql`insert into download_jobs (source_url, source_url_hash, status, source_id, external_id, metadata)
        values (${url}, ${addressHash(canonicalAddress(url))}, 'failed', ${sourceId}, ${column})`.execute(db);
      expect(await admin.duplicates.check({ sourceUrl: url })).toEqual(known(id));
    }
  });

  test('knows an address that was left out before, and one whose video was merged', async () => {
    const { db } = site.base;
    const kept = await makeVideo(db);
    const merged = await makeVideo(db, { source_url: 'https://source.test/merged' });
    const url = 'https://source.test/left-out';
    await addDecision({ url, videoId: null, existingVideoId: merged, test: 'content', outcome: 'skipped' });
    await admin.duplicates.merge({ id: merged, into: kept });
    for (const sourceUrl of [url, 'https://source.test/merged'])
      expect(await admin.duplicates.check({ sourceUrl })).toEqual(known(kept));
  });
});

describe('GET /api/duplicates', () => {
  test('pages through the newest first, all or those of one outcome', async () => {
    const existingVideoId = await makeVideo(site.base.db, { title: 'The first of its kind' });
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.unshift(await addDecision({ videoId: null, existingVideoId, outcome: n % 2 ? 'kept' : 'skipped' }));
    const first = await admin.duplicates.list({ limit: 2 });
    expect(first.decisions.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.decisions[0]).toMatchObject({
      existingVideoId,
      existingTitle: 'The first of its kind',
      test: 'likeness',
    });
    const second = await admin.duplicates.list({ limit: 2, before: first.nextBefore ?? '' });
    expect(second.decisions.map(({ id }) => id)).toEqual(ids.slice(2, 4));
    const kept = await admin.duplicates.list({ outcome: 'kept' });
    expect(kept.decisions.map(({ id }) => id)).toEqual([ids[1], ids[3]]);
    expect(kept.nextBefore).toBeNull();
  });
});

describe('POST /api/duplicates/{id}/decide', () => {
  test('keeps a suspected one beside the other', async () => {
    const [videoId, existingVideoId] = [await makeVideo(site.base.db), await makeVideo(site.base.db)];
    const id = await addDecision({ videoId, existingVideoId });
    expect(await admin.duplicates.decide({ id, outcome: 'keep' })).toEqual({ outcome: 'kept', videoId });
    expect(await outcomeOf(id)).toBe('kept');
    const told = expect.stringMatching(
      /^Another decision came first: both videos were kept by \S+ at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
    );
    expect(await refusal(admin.duplicates.decide({ id, outcome: 'merge' }))).toEqual([409, told]);
    expect(await refusal(admin.duplicates.decide({ id, outcome: 'keep' }))).toEqual([409, told]);
    const [decision] = (await admin.duplicates.list({ outcome: 'kept', limit: 1 })).decisions;
    expect(decision?.decidedBy).not.toBe('engine');
  });

  test.each(['existing', 'new'] as const)('merges a suspected one; the %s video stays', async (stays) => {
    const [videoId, existingVideoId] = [await makeVideo(site.base.db), await makeVideo(site.base.db)];
    const id = await addDecision({ videoId, existingVideoId });
    const [kept, merged] = stays === 'new' ? [videoId, existingVideoId] : [existingVideoId, videoId];
    const decided = await admin.duplicates.decide({
      id,
      outcome: 'merge',
      ...(stays === 'new' && { stays }),
    });
    expect(decided).toEqual({ outcome: 'merged', videoId: kept });
    expect((await site.client.videos.get({ id: merged })).id).toBe(kept);
    expect(await refusal(admin.duplicates.decide({ id, outcome: 'merge' }))).toEqual([
      409,
      expect.stringContaining('the two videos were merged by '),
    ]);
  });

  test('of two conflicting decisions at once, one is refused', async () => {
    for (let n = 0; n < 3; n += 1) {
      const [videoId, existingVideoId] = [await makeVideo(site.base.db), await makeVideo(site.base.db)];
      const id = await addDecision({ videoId, existingVideoId });
      const ends = await Promise.allSettled([
        admin.duplicates.decide({ id, outcome: 'keep' }),
        admin.duplicates.decide({ id, outcome: 'merge', stays: 'new' }),
      ]);
      const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as CallError] : []));
      expect(failed.map(({ status }) => status)).toEqual([409]);
      const wasKept = ends[0].status === 'fulfilled';
      expect(await outcomeOf(id)).toBe(wasKept ? 'kept' : 'merged');
      const { id: leadsTo } = await site.client.videos.get({ id: existingVideoId });
      expect(leadsTo).toBe(wasKept ? existingVideoId : videoId);
    }
  });

  test('keeps what was skipped for its likeness, but not what is surely the same', async () => {
    const existingVideoId = await makeVideo(site.base.db);
    const alike = await addDecision({ videoId: null, existingVideoId, outcome: 'skipped' });
    expect(await admin.duplicates.decide({ id: alike, outcome: 'keep' })).toEqual({
      outcome: 'kept',
      videoId: null,
    });
    const [status, sentence] = await refusal(admin.duplicates.decide({ id: alike, outcome: 'keep' }));
    expect(status).toBe(409);
    expect(sentence).toMatch(/^Another decision came first: the address was allowed by .+ UTC\.$/);
    const same = await addDecision({ videoId: null, existingVideoId, outcome: 'skipped', test: 'content' });
    expect((await refusal(admin.duplicates.decide({ id: same, outcome: 'keep' })))[0]).toBe(409);
    expect((await refusal(admin.duplicates.decide({ id: same, outcome: 'merge' })))[0]).toBe(409);
  });
});
