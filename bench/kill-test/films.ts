import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Clip } from '@vesper/demo-source';
import type pg from 'pg';
import { createFsStorage } from '../../packages/server/src/kernel/storage/fs-storage.ts';

const run = promisify(execFile);
/** Containers round to whole frames, and sound ends a little later. */
const SLACK_SECONDS = 0.3;

/** Files against the rows that name them. */
export interface FileCounts {
  /** Files that nobody names. */
  loose: number;
  /** Files that videos name and that are not there. */
  missing: number;
}

export async function countFiles(pool: pg.Pool, dataDir: string): Promise<FileCounts> {
  const stored = new Set<string>();
  for await (const { key } of createFsStorage(path.join(dataDir, 'storage')).list()) stored.add(key);
  const { rows } = await pool.query<{ key: string }>('select key from stored_files');
  const named = new Set(rows.map(({ key }) => key));
  return {
    loose: [...stored].filter((key) => !named.has(key)).length,
    missing: [...named].filter((key) => !stored.has(key)).length,
  };
}

/** What is wrong with a stored film: it cannot be read to its end, is not its clip's length, or is there twice. */
export async function badFilms(pool: pg.Pool, dataDir: string, clips: readonly Clip[]): Promise<string[]> {
  const { rows } = await pool.query<{ key: string; title: string }>(
    `select f.key, v.title from stored_files f join videos v on v.id = f.video_id where f.name = 'video.mp4'`,
  );
  const seen = new Map<string, string>();
  const bad: string[] = [];
  for (const { key, title } of rows) {
    const file = path.join(dataDir, 'storage', key);
    const clip = clips.find((one) => one.title === title);
    const fault = clip ? await faultOf(file, clip) : 'belongs to no clip';
    if (fault) bad.push(`${title}: ${fault}`);
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
    if (seen.has(digest)) bad.push(`${title}: the same film as ${seen.get(digest)}`);
    seen.set(digest, title);
  }
  return bad;
}

async function faultOf(file: string, { durationSeconds, width, height }: Clip): Promise<string | undefined> {
  const entries = ['-show_entries', 'format=duration:stream=codec_type,width,height', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...entries, file]);
  const { format, streams } = JSON.parse(stdout);
  const picture = streams.find((stream: { codec_type: string }) => stream.codec_type === 'video');
  if (Math.abs(Number(format.duration) - durationSeconds) > SLACK_SECONDS)
    return `lasts ${format.duration} s`;
  if (picture?.width !== width || picture?.height !== height)
    return `is ${picture?.width}x${picture?.height}`;
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'null', '-']);
  return stderr.trim() || undefined;
}
