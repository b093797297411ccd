import { silentLog } from '@vesper/core/lib/log.ts';
import { claimDuePictures } from '@vesper/library/videos';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { watchDisks } from '../../app/composition/disks.ts';
import { type DumpRig, startDumpRig } from '../../test/dump-rig.ts';
import { fetchPictures } from './source-pictures.ts';

let rig: DumpRig;
let sourceId: string;
let laterMs: number;
beforeAll(async () => {
  rig = await startDumpRig();
});
beforeEach(async () => {
  rig.files.clear();
  rig.asked.length = 0;
  laterMs = 0;
  for (const table of ['videos', 'video_sources', 'addresses'])
    await sql`delete from ${sql.table(table)}`.execute(rig.db);
  sourceId = await rig.addDump();
});
afterAll(() => rig.close());

const clock = { now: () => new Date(Date.now() + laterMs) };
const picture = (background: string) =>
  sharp({ create: { width: 320, height: 180, channels: 3, background } })
    .png()
    .toBuffer();

async function readDump(...pictures: string[]) {
  const lines = pictures.map(
    (url, n) =>
      `id-${n}|A pale ring of ${n}|https://charts.test/watch/v${n}|https://player.test/embed/v${n}|${url}`,
  );
  rig.files.set('/videos.csv', ['id|title|url|embed|thumbnail', ...lines].join('\n'));
  return rig.read(sourceId);
}

async function fetchAll() {
  const { db, storages, workDirectory, config, log } = rig.site.base;
  const deps = { db, storages, workDirectory, clock, manners: rig.manners, disks: watchDisks(config, log) };
  rig.asked.length = 0;
  await fetchPictures(deps, { signal: AbortSignal.timeout(60_000), log: silentLog });
  return rig.asked.map(({ path }) => path).sort();
}

const at = (path: string) => `${rig.origin}${path}`;

async function thumbnailOf(title: string): Promise<string> {
  const { videos } = await rig.site.client.videos.list();
  return videos.find((video) => video.title === title)?.thumbnailUrl ?? '';
}

async function isServed(title: string): Promise<boolean> {
  const response = await fetch(new URL(await thumbnailOf(title), rig.site.url));
  return response.status === 200 && response.headers.get('content-type') === 'image/webp';
}

async function keys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from stored_files order by key`.execute(rig.db);
  return rows.map(({ key }) => key);
}

test('pictures of a dump come in the background, and are ours', async () => {
  rig.files.set('/a.png', await picture('#804'));
  await readDump(at('/a.png'), '');
  expect(await thumbnailOf('A pale ring of 0')).toBe('');
  expect(await fetchAll()).toEqual(['/a.png']);
  expect(await isServed('A pale ring of 0')).toBe(true);
  expect(await thumbnailOf('A pale ring of 1')).toBe('');
  expect(await fetchAll()).toEqual([]);
});

test('one that cannot be fetched is given up, one that may work later is retried', async () => {
  rig.files.set('/text.png', 'This is no picture.');
  await readDump(
    at('/text.png'),
    at('/missing.png'),
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://10.0.0.1/a.png',
    'http://127.0.0.1:1/a.png',
  );
  expect(await fetchAll()).toEqual(['/missing.png', '/text.png']);
  laterMs = 400 * 86_400_000;
  expect(await fetchAll()).toEqual([]);
  const { videos } = await rig.site.client.videos.list();
  expect(videos.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual(Array(6).fill(''));
});

test('another address in a line replaces the picture; the same one changes nothing', async () => {
  rig.files.set('/a.png', await picture('#804'));
  rig.files.set('/b.png', await picture('#084'));
  await readDump(at('/a.png'));
  await fetchAll();
  const before = await keys();
  expect(before).toHaveLength(6);
  expect(await readDump(at('/b.png'))).toMatchObject({ changed: 1 });
  expect(await fetchAll()).toEqual(['/b.png']);
  const after = await keys();
  expect(after).toHaveLength(6);
  expect(after).not.toEqual(expect.arrayContaining([before[0]]));
  expect(await isServed('A pale ring of 0')).toBe(true);
});

test('an uploaded poster stays until the source’s picture is wanted again', async () => {
  rig.files.set('/a.png', await picture('#804'));
  rig.files.set('/b.png', await picture('#084'));
  await readDump(at('/a.png'));
  await fetchAll();
  const { id = '' } = (await rig.site.client.videos.list()).videos[0] ?? {};
  const file = new Blob([
    await sharp(await picture('#a00'))
      .webp()
      .toBuffer(),
  ]);
  await rig.admin.mediaJobs.uploadPoster({ id, file });
  const uploaded = await keys();
  await readDump(at('/b.png'));
  await fetchAll();
  expect(await keys()).toEqual(uploaded);
  laterMs = 8 * 86_400_000;
  expect(await fetchAll()).toEqual([]);
  await rig.admin.mediaJobs.removePoster({ id });
  expect(await isServed('A pale ring of 0')).toBe(true);
  expect(await fetchAll()).toEqual(['/b.png']);
  expect(await keys()).not.toEqual(uploaded);
});

test('the lease of a worker that died lapses, and a video that is hidden gets none', async () => {
  rig.files.set('/a.png', await picture('#804'));
  await readDump(at('/a.png'));
  const leaseUntil = new Date(Date.now() + 60_000);
  const [held] = await claimDuePictures(rig.db, { now: new Date(), leaseUntil, perLane: 5, limit: 5 });
  expect(held?.url).toBe(at('/a.png'));
  expect(await fetchAll()).toEqual([]);
  laterMs = 61_000;
  await rig.admin.catalogue.act({ id: held?.videoId ?? '', act: 'hide' });
  await fetchAll();
  expect(await keys()).toEqual([]);
  await rig.admin.catalogue.act({ id: held?.videoId ?? '', act: 'publish' });
  laterMs = 8 * 86_400_000;
  expect(await fetchAll()).toEqual(['/a.png']);
  expect(await isServed('A pale ring of 0')).toBe(true);
});

test('nothing is fetched from a source whose basis has ended', async () => {
  rig.files.set('/a.png', await picture('#804'));
  await readDump(at('/a.png'));
  await sql`update source_permissions set valid_until = now() + interval '1 hour'
    where source_id = ${sourceId}`.execute(rig.db);
  laterMs = 2 * 3_600_000;
  expect(await fetchAll()).toEqual([]);
  laterMs = 0;
  expect(await fetchAll()).toEqual(['/a.png']);
});
