/**
 * script/bench media: the processor time of the whole way of a video (fetched, probed, film, pictures, stored,
 * published, renditions) against the bare ffmpeg commands that make the same files.
 */
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMain } from '../packages/server/src/main/process.ts';
import { startTestServer } from '../packages/server/src/test/database.ts';
import { type FileSite, startFileSite } from '../packages/server/src/test/file-site.ts';
import { type Ingest, startIngest } from '../packages/server/src/test/ingest.ts';
import { mediaDesk, runNextMediaJob } from '../packages/server/src/test/media-work.ts';
import { startTestSite, type TestSite } from '../packages/server/src/test/site.ts';
import { type ProcessorTime, processorTimeOf, total } from './media/processor-time.ts';
import { type RecordedRun, recordFfmpeg, replay, runBare } from './media/recorded-tools.ts';
import { print } from './print.ts';

const MAX_RATIO = 1.05;
const FILMS = [
  { name: '20 s at 720p', size: '1280x720', seconds: 20 },
  { name: '60 s at 1080p', size: '1920x1080', seconds: 60 },
] as const;
type FilmSpec = (typeof FILMS)[number];

interface Bench {
  site: TestSite;
  source: FileSite;
  ingest: Ingest;
  folder: string;
}

await runMain(async () => {
  const server = await startTestServer();
  const source = await startFileSite();
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-bench-media-'));
  const site = await startTestSite({ OUTBOUND_ALLOW: source.hostAndPort, HLS: 'on', DATA_DIR: folder });
  const ingest = await startIngest(site);
  try {
    await compare({ site, source, ingest, folder });
  } finally {
    await ingest.close();
    await site.close();
    await source.close();
    await rm(folder, { recursive: true, force: true });
    await server.stop();
  }
});

async function compare(bench: Bench): Promise<void> {
  print('Processor seconds of a film of ours and all that is made of it, against bare ffmpeg.');
  print('  ours: this process, with both ends of the fetch over loopback, and every program that it starts');
  print(
    '  floor: the same ffmpeg commands, and one that writes the WebP and AVIF files for which we use sharp;',
  );
  print('         no probing, hashing, choosing of pictures, storing, nor database');
  for (const film of FILMS) await makeFilm(bench, film);
  // Other work on this machine slows both, but not always alike: hence a second try.
  if (!((await tryAll(bench, 1)) || (await tryAll(bench, 2)))) process.exitCode = 1;
}

/** Short films cost more than their share, as every program takes a tenth of a second to start: their sum counts. */
async function tryAll(bench: Bench, attempt: number): Promise<boolean> {
  let oursSeconds = 0;
  let floorSeconds = 0;
  for (const film of FILMS) {
    const { ours, floor } = await measure(bench, film, attempt);
    oursSeconds += total(ours);
    floorSeconds += total(floor);
    const own = `${formatSeconds(ours.own)} of it in this process`;
    const ratio = (total(ours) / total(floor)).toFixed(3);
    print(
      `  ${film.name.padEnd(14)} ours ${formatSeconds(total(ours))} (${own}), floor ${formatSeconds(total(floor))}, ratio ${ratio}`,
    );
  }
  const ratio = oursSeconds / floorSeconds;
  const passed = ratio <= MAX_RATIO;
  print(
    `  together       ratio ${ratio.toFixed(3)}, at most ${MAX_RATIO.toFixed(2)}  ${passed ? 'ok' : 'TOO MUCH'}`,
  );
  return passed;
}

async function measure(
  bench: Bench,
  film: FilmSpec,
  attempt: number,
): Promise<{ ours: ProcessorTime; floor: ProcessorTime }> {
  const keep = path.join(bench.folder, `keep-${film.size}-${attempt}`);
  await mkdir(keep, { recursive: true });
  let videoId = '';
  let ours: ProcessorTime = { own: 0, children: 0 };
  const runs = await recordFfmpeg(keep, async () => {
    ours = await processorTimeOf(async () => {
      videoId = await bring(bench, film, attempt);
    });
  });
  const pictures = await pictureRun(bench, videoId, keep);
  return { ours, floor: await processorTimeOf(() => replay([...runs, pictures])) };
}

async function makeFilm({ source, folder }: Bench, { size, seconds }: FilmSpec): Promise<void> {
  const file = path.join(folder, `${size}.mp4`);
  await runBare(
    [
      ...['-nostdin', '-v', 'error', '-y'],
      ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=25:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-g', '100', '-c:a', 'aac', file],
    ],
    folder,
  );
  const body = await readFile(file);
  source.files.set(`/${size}.mp4`, { headers: { 'content-length': String(body.length) }, body });
}

/** From the address to the last rendition; afterwards another may be brought of the same file. */
async function bring({ site, source, ingest }: Bench, { size }: FilmSpec, attempt: number): Promise<string> {
  await site.base.pool.query("update videos set content_sha256 = null, title = 'Before ' || id");
  const contentUrl = `${source.origin}/${size}.mp4`;
  const metadata = { title: `Test chart of ${size}, number ${attempt}`, contentUrl };
  const job = await ingest.download({ url: `${contentUrl}?${attempt}`, metadata });
  if (job.status !== 'completed') throw new Error(`The film was not published: ${job.error}`);
  while (await runNextMediaJob(mediaDesk(site)));
  const { hlsUrl } = await site.client.videos.get({ id: job.video_id ?? '' });
  if (!hlsUrl) throw new Error('There are no renditions.');
  return job.video_id ?? '';
}

/** One ffmpeg that writes the poster's six files and the storyboard's sheet, from pictures that are there already. */
async function pictureRun({ site }: Bench, videoId: string, keep: string): Promise<RecordedRun> {
  const { rows } = await site.base.pool.query<{ name: string; key: string }>(
    'select name, key from stored_files where video_id = $1',
    [videoId],
  );
  const pathOf = (name: string) => site.storage.pathOf(rows.find((row) => row.name === name)?.key ?? '');
  const inputs = ['1280.webp', 'storyboard.webp'].flatMap((name) => ['-i', pathOf(name)]);
  const still = ['-frames:v', '1', '-map', '0:v'];
  const webp = ['-c:v', 'libwebp', '-quality', '75', '-compression_level', '2'];
  const avif = '-c:v libaom-av1 -still-picture 1 -cpu-used 8 -crf 30 -pix_fmt yuv420p'.split(' ');
  const posters = [320, 640, 1280].flatMap((width) => {
    const scaled = [...still, '-vf', `scale=${width}:-2`];
    return [...scaled, ...webp, `bare-${width}.webp`, ...scaled, ...avif, `bare-${width}.avif`];
  });
  const sheet = ['-frames:v', '1', '-map', '1:v', ...webp, 'bare-sheet.webp'];
  return { args: ['-nostdin', '-v', 'error', '-y', ...inputs, ...posters, ...sheet], cwd: keep };
}

function formatSeconds(seconds: number): string {
  return `${seconds.toFixed(2)} s`;
}
