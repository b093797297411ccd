import type { Client } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Videos } from '@vesper/core/db/schema.ts';
import { hideVideo } from '@vesper/library/videos';
import { type Insertable, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../test/factories.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
let admin: Client;

beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
beforeEach(() => sql`delete from videos`.execute(site.base.db));
afterAll(() => site.close());

async function gone(fields: Partial<Insertable<Videos>> = {}): Promise<string> {
  const id = await makeVideo(site.base.db, { kind: 'remote', video_url: 'https://a.test/a.mp4', ...fields });
  await hideVideo(site.base.db, id, 'gone');
  return id;
}

const videoOf = (id: string) =>
  site.base.db
    .selectFrom('videos')
    .select(['status', 'hidden_reason', 'views'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const healthOf = async (id: string) => {
  await drainOutbox(site.base.db);
  return site.base.db
    .selectFrom('video_health')
    .selectAll()
    .where('video_id', '=', id)
    .executeTakeFirstOrThrow();
};

describe('the gone videos', () => {
  test('come a page at a time, each once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1) ids.push(await gone());
    // Many go in the same moment.
    await sql`update video_health set gone_at = '2026-11-20 12:00:00Z'
      where video_id = any (${ids.slice(0, 4)}::text[])`.execute(site.base.db);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await admin.health.gone({ limit: 2, ...(after ? { after } : {}) });
      expect(page.total).toBe(7);
      seen.push(...page.videos.map(({ id }) => id));
      after = page.next ?? undefined;
    } while (after);
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(ids));
  });
});

describe('a decision', () => {
  test('to remove is for good', async () => {
    const id = await gone();
    const decided = await admin.health.decide({ id, decision: 'remove' });
    expect(decided).toEqual({ id, decision: 'remove', status: 'removed' });
    expect(await videoOf(id)).toMatchObject({ status: 'removed', hidden_reason: null });
    expect(await healthOf(id)).toMatchObject({ next_check_at: null, awaits_decision: false });
    expect((await admin.health.gone()).videos).toEqual([]);
  });

  test('to restore shows it at once, and checks it again after a day', async () => {
    const id = await gone({ views: 5 });
    expect(await admin.health.decide({ id, decision: 'restore' })).toMatchObject({ status: 'published' });
    expect(await site.client.videos.get({ id })).toMatchObject({ id, views: 5 });
    expect(await healthOf(id)).toMatchObject({ state: 'alive', failures_in_a_row: 0, interval_days: 1 });
    const wait = ((await healthOf(id)).next_check_at?.getTime() ?? 0) - Date.now();
    expect(wait).toBeGreaterThan(23 * 3600 * 1000);
    // Gone again, it waits for another decision.
    await hideVideo(site.base.db, id, 'gone');
    expect((await admin.health.gone()).videos).toMatchObject([{ id }]);
    expect(await admin.health.decide({ id, decision: 'remove' })).toMatchObject({ status: 'removed' });
  });

  test('about a video that awaits none is refused', async () => {
    const shown = await makeVideo(site.base.db, { kind: 'remote' });
    const hidden = await makeVideo(site.base.db, { kind: 'remote' });
    await hideVideo(site.base.db, hidden, 'basis');
    const decide = (id: string) => admin.health.decide({ id, decision: 'restore' });
    await expect(decide(shown)).rejects.toMatchObject({
      status: 409,
      sentence: expect.stringMatching(/public/),
    });
    await expect(decide(hidden)).rejects.toMatchObject({ status: 409 });
    expect(await videoOf(hidden)).toMatchObject({ hidden_reason: 'basis' });
    await expect(decide('none')).rejects.toMatchObject({
      status: 404,
      sentence: 'This video does not exist.',
    });
    await expect(admin.health.decide({ id: shown, decision: 'perhaps' as never })).rejects.toMatchObject({
      status: 400,
      sentence: 'decision must be remove, restore or keep_hidden.',
    });
  });
});
