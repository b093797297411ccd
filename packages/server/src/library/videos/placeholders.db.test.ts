import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../kernel/lib/log.ts';
import { makeVideo } from '../../test/factories.ts';
import { startTestSite, type TestSite } from '../../test/site.ts';
import { fillPlaceholders } from './placeholders.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

const context = { signal: new AbortController().signal, log: silentLog };

async function store(key: string, bytes: Buffer | string): Promise<void> {
  const file = site.storage.pathOf(key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

async function placeholdersOf(ids: string[]): Promise<(string | null | undefined)[]> {
  const rows = await site.base.db.selectFrom('videos').select(['id', 'placeholder']).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.placeholder);
}

test('placeholders of videos published without one are made once, and never of what is no picture', async () => {
  const { db, storages } = site.base;
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#804020' } })
    .webp()
    .toBuffer();
  await store('videos/aa/a/thumbnail-1.webp', picture);
  await store('videos/bb/b/thumbnail-1.webp', 'no picture');
  const good = { thumbnail_url: 'videos/aa/a/thumbnail-1.webp' };
  const several = await Promise.all(Array.from({ length: 120 }, () => makeVideo(db, good)));
  const broken = await makeVideo(db, { thumbnail_url: 'videos/bb/b/thumbnail-1.webp' });
  const missing = await makeVideo(db, { thumbnail_url: 'videos/cc/c/thumbnail-1.webp' });
  const elsewhere = await makeVideo(db, { kind: 'remote', thumbnail_url: 'https://source.test/a.webp' });
  const hidden = await makeVideo(db, { ...good, status: 'hidden' });
  const had = await makeVideo(db, { ...good, placeholder: 'data:image/webp;base64,AA==' });

  const stopped = AbortSignal.abort();
  await expect(fillPlaceholders(db, storages, { signal: stopped, log: silentLog })).rejects.toThrow(
    'aborted',
  );
  expect(await placeholdersOf([...several.slice(0, 3), broken])).toEqual([null, null, null, null]);

  await fillPlaceholders(db, storages, context);
  for (const placeholder of await placeholdersOf(several))
    expect(placeholder).toMatch(/^data:image.webp;base64,/);
  expect(await placeholdersOf([broken, missing, elsewhere, hidden, had])).toEqual([
    '',
    null,
    null,
    null,
    'data:image/webp;base64,AA==',
  ]);
  const [first = ''] = several;
  expect((await site.client.videos.get({ id: first })).placeholder).toMatch(/^data:image.webp;base64,/);
  expect((await site.client.videos.get({ id: broken })).placeholder).toBeNull();
});

test('a thumbnail that cannot be read for now is tried again, and does not keep others waiting', async () => {
  const { storage, base } = site;
  const { db, storages } = base;
  const picture = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#804020' } })
    .webp()
    .toBuffer();
  // A folder in the file's place: opening succeeds, reading does not (EISDIR).
  await mkdir(storage.pathOf('videos/dd/d/thumbnail-1.webp'), { recursive: true });
  await store('videos/ee/e/thumbnail-1.webp', picture);
  const unreadable = await makeVideo(db, { id: 'a-first', thumbnail_url: 'videos/dd/d/thumbnail-1.webp' });
  const readable = await makeVideo(db, { id: 'b-second', thumbnail_url: 'videos/ee/e/thumbnail-1.webp' });
  await fillPlaceholders(db, storages, context);
  expect(await placeholdersOf([unreadable, readable])).toEqual([null, expect.stringMatching(/^data:/)]);
  await rm(storage.pathOf('videos/dd/d/thumbnail-1.webp'), { recursive: true });
  await store('videos/dd/d/thumbnail-1.webp', picture);
  await fillPlaceholders(db, storages, context);
  expect(await placeholdersOf([unreadable])).toEqual([expect.stringMatching(/^data:/)]);
});
