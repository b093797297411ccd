import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { createFsStorage } from '../../packages/server/src/kernel/storage/fs-storage.ts';
import { FILE_NAMES } from '../../packages/server/src/library/media/file-names.ts';
import { ensureSeedMedia, SEED_VIDEO_KEY } from '../catalogue/seed-media.ts';

const FILMS = 200;
const BYTES = 2_000_000;
const BOX_HEAD = 8;

/**
 * Puts the clip and the picture that all made-up videos share into the storage of `dataDir`, and gives some videos from
 * all over the catalogue a film of their own. Adds their ids to `done`.
 */
export async function storeFilms(pool: pg.Pool, dataDir: string, done: string[]): Promise<void> {
  const storage = createFsStorage(path.join(dataDir, 'storage'));
  await ensureSeedMedia(storage, AbortSignal.timeout(300_000));
  const { rows } = await pool.query<{ id: string }>(
    `select id from videos where status = 'published' and kind = 'hosted' order by source_url_hash limit ${FILMS}`,
  );
  for (const { id } of rows) {
    const key = `videos/${id.slice(0, 2)}/${id}/video-1a2b.mp4`;
    await storage.put(key, Readable.from(film(storage.localPath(SEED_VIDEO_KEY))));
    done.push(id);
    await nameFilm(pool, id, key);
  }
}

/** A database that was there before keeps none of them. */
export async function forgetFilms(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  for (const id of ids) await nameFilm(pool, id, SEED_VIDEO_KEY);
}

/** The clip, and a box that players skip (ISO/IEC 14496-12, "free"), which gives each its size and its own bytes. */
async function* film(clip: string): AsyncGenerator<Buffer> {
  yield* createReadStream(clip);
  const head = Buffer.alloc(BOX_HEAD);
  head.writeUInt32BE(BYTES, 0);
  head.write('free', 4);
  yield head;
  yield randomBytes(BYTES - BOX_HEAD);
}

async function nameFilm(pool: pg.Pool, id: string, key: string): Promise<void> {
  await pool.query('update videos set video_url = $2 where id = $1', [id, key]);
  await pool.query(
    `update stored_files set key = $2 where video_id = $1 and purpose = 'play' and name = '${FILE_NAMES.film}'`,
    [id, key],
  );
}
