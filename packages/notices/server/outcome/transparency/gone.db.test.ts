import type { Client } from '@vesper/contract';
import { deleteVideos, hideVideo, removeVideo } from '@vesper/library/videos';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeVideo } from '../../../../test/factories.ts';
import { makeNotice } from '../../../../test/notices.ts';
import { startTestSite, type TestSite } from '../../../../test/site.ts';
import { uncached } from '../../../../test/uncached.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

async function statusOf(path: string): Promise<number> {
  return (await fetch(site.url + uncached(path), { redirect: 'manual' })).status;
}
const goneOf = (slug: string) => site.client.transparency.gone({ page: 'video', slug });

describe('the page of a video', () => {
  test('says that it is gone once taken down or removed, in the words for any missing one', async () => {
    const { db } = site.base;
    const [removed, takenDown, deleted] = [await makeVideo(db), await makeVideo(db), await makeVideo(db)];
    await removeVideo(db, removed);
    await sql`update videos set status = 'hidden', hidden_reason = 'takedown' where id = ${takenDown}`.execute(
      db,
    );
    await deleteVideos(db, [deleted]);
    const missing = await fetch(`${site.url}/video/nothing`);
    expect(missing.status).toBe(404);
    const words = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0];
    const expected = words(await missing.text());
    expect(expected).toContain('Video Not Found');
    for (const id of [removed, takenDown, deleted]) {
      const page = await fetch(`${site.url}/video/${id}`);
      const text = await page.text();
      expect([page.status, words(text)]).toEqual([410, expected]);
      expect(text).toContain('content="noindex,follow"');
      expect(text).not.toContain('rel="canonical"');
      expect(await statusOf(`/api/videos/${id}`)).toBe(404);
      expect(await statusOf(`/embed/${id}`)).toBe(410);
    }
    expect(await statusOf('/embed/nothing')).toBe(404);
  });

  test('shows the receipt of a takedown, also for merged videos, and none once it is undone', async () => {
    const { db } = site.base;
    const [id, merged] = [await makeVideo(db, { kind: 'remote' }), await makeVideo(db)];
    await sql`insert into video_redirects (from_id, to_id) values (${merged}, ${id})`.execute(db);
    await sql`update videos set status = 'removed' where id = ${merged}`.execute(db);
    const caseId = await makeNotice(db, { videoId: id });
    await admin.takedowns.decide({ id: caseId, status: 'approved', adminNotes: 'ours alone' });
    const day = new Date().toISOString().slice(0, 10);
    const removal = { day, after: 'a copyright notice', caseId, hasCounterNotice: true };
    for (const one of [id, merged]) {
      expect(await goneOf(one)).toEqual({ gone: true, removal });
      const page = await fetch(`${site.url}/video/${one}`);
      const text = await page.text();
      expect(page.status).toBe(410);
      expect(text).toContain('<title>Video Removed');
      expect(text).toMatch(
        new RegExp(`removed on \\w+ \\d+, \\d+ after a copyright notice\\. Case number: ${caseId}`),
      );
      const link = /\/report\/counter-notice[^"]*/.exec(text)?.[0].replaceAll('&amp;', '&') ?? '';
      const form = await (await fetch(site.url + link)).text();
      expect(form).toContain(`value="${caseId}"`);
      expect(form).toContain(`/video/${one}</textarea>`);
      expect(text).toContain('content="noindex,follow"');
      expect(text).not.toMatch(/ours alone|Ada Owner|ada@rights/);
      expect(await statusOf(`/embed/${one}`)).toBe(410);
      expect(await statusOf(`/api/videos/${one}`)).toBe(404);
    }
    for (const [kind, told] of [
      [
        'person_shown',
        {
          removal: { day, after: 'a report by a person shown', caseId: null, hasCounterNotice: false },
        },
      ],
      ['minor', {}],
    ] as const) {
      await sql`update cases set kind = ${kind} where id = ${caseId}`.execute(db);
      expect(await goneOf(id)).toEqual({ gone: true, ...told });
      const text = await (await fetch(site.url + uncached(`/video/${id}`))).text();
      expect(text).not.toContain(caseId);
      expect(text).not.toContain('/report/counter-notice');
    }
    await sql`update cases set kind = 'copyright' where id = ${caseId}`.execute(db);
    await admin.takedowns.restore({ id: caseId, reason: 'It was wrong' });
    expect(await goneOf(id)).toEqual({ gone: false });
    await expect.poll(() => statusOf(`/video/${id}`)).toBe(200);
    expect(await statusOf(`/video/${merged}`)).toBe(301);
  });

  test('does not say so before the notice that hides it is decided', async () => {
    const { db } = site.base;
    const id = await makeVideo(db);
    const report = await site.client.reports.submit({ slug: 'minor', addresses: `${site.url}/video/${id}` });
    await expect.poll(() => statusOf(`/video/${id}`)).toBe(404);
    expect(await statusOf(`/embed/${id}`)).toBe(404);
    await admin.casework.decide({ id: report.id, status: 'approved' });
    expect(await statusOf(`/video/${id}`)).toBe(410);
  });

  test('does not say so while it may return or if it never existed', async () => {
    const { db } = site.base;
    const [hidden, processing] = [await makeVideo(db), await makeVideo(db)];
    await db.transaction().execute((tx) => hideVideo(tx, hidden, 'gone'));
    await sql`update videos set status = 'processing' where id = ${processing}`.execute(db);
    const unseen = await makeVideo(db, { status: 'removed', published_at: null });
    for (const id of [hidden, processing, unseen]) expect(await statusOf(`/video/${id}`)).toBe(404);
  });
});

test('a deleted category is gone, with the addresses that led to it; one made again is back', async () => {
  const made = await admin.topics.createCategory({ name: 'Old Shapes' });
  await admin.topics.renameCategory({ id: made.id, name: 'New Shapes' });
  const { categories } = await admin.topics.get();
  const id = categories.find(({ slug }) => slug === 'new-shapes')?.id ?? '';
  expect(await statusOf('/category/old-shapes')).toBe(301);
  await admin.topics.deleteCategory({ id });
  for (const slug of ['old-shapes', 'new-shapes'])
    await expect.poll(() => statusOf(`/category/${slug}`)).toBe(410);
  expect(await statusOf('/category/no-shapes')).toBe(404);
  await admin.topics.createCategory({ name: 'New Shapes' });
  await expect.poll(() => statusOf('/category/new-shapes')).toBe(200);
});

test('a deleted keyword is gone, with its former addresses; one that has the address later is there', async () => {
  const words = { keyword: 'w', metaTitle: 'Words', metaDescription: 'Words.' };
  const { id } = await admin.keywords.create({ ...words, slug: 'early' });
  await admin.keywords.change({ id, slug: 'late' });
  await admin.keywords.delete({ id });
  for (const slug of ['early', 'late']) expect(await statusOf(`/en/${slug}`)).toBe(410);
  expect(await statusOf('/de/early')).toBe(404);
  await admin.keywords.create({ ...words, slug: 'late' });
  await expect.poll(() => statusOf('/en/late')).toBe(200);
});
