import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import type { Storage } from '../../packages/core/server/storage/storage.ts';
import { writePosterFiles } from '../../packages/library/server/media/pictures/poster.ts';
import type { RawPicture } from '../../packages/library/server/media/pictures/raw-pictures.ts';
import { SEED_VIDEO_KEY } from '../catalogue/seed-media.ts';

const MOTIFS = 24;
const SIZE = { width: 1280, height: 720 };
/** Cell sizes of the noise in pixels, and their weights: about as many bytes as a film's still. */
const OCTAVES: readonly [number, number][] = [
  [320, 90],
  [80, 60],
  [20, 30],
  [5, 14],
];

/** Gives every video of a filled database one of 24 pictures in all formats and widths, and the shared clip. */
export async function givePictures(pool: pg.Pool, storage: Storage): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vesper-pictures-'));
  const files: { motif: number; name: string; key: string; bytes: number }[] = [];
  try {
    for (let motif = 0; motif < MOTIFS; motif += 1) {
      const made = await writePosterFiles(drawNoise(motif), folder);
      for (const { localPath, name } of made.files) {
        const key = `seed/picture-${motif}-${name}`;
        await storage.adopt(localPath, key);
        files.push({ motif, name, key, bytes: (await storage.head(key))?.sizeBytes ?? 0 });
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const film = await storage.head(SEED_VIDEO_KEY);
  await pool.query(`update stored_files set size_bytes = $1 where purpose = 'play'`, [film?.sizeBytes ?? 0]);
  await pool.query(`delete from stored_files where purpose = 'thumbnail'`);
  await pool.query(
    `insert into stored_files (video_id, purpose, key, name, size_bytes)
    select id, 'thumbnail', key, name, bytes
    from (select id, row_number() over (order by id) % ${MOTIFS} as motif from videos) as video
    join jsonb_to_recordset($1) as file (motif int, name text, key text, bytes bigint) using (motif)`,
    [JSON.stringify(files)],
  );
}

/** Value noise of several sizes in two colours. */
function drawNoise(motif: number): RawPicture {
  const { width, height } = SIZE;
  const grids = OCTAVES.map(([side, weight], octave) => ({
    ...{ side, weight, columns: Math.ceil(width / side) + 2 },
    values: noiseBytes(`${motif}/${octave}`, (Math.ceil(width / side) + 2) * (Math.ceil(height / side) + 2)),
  }));
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let light = 30;
      for (const { side, weight, columns, values } of grids) {
        const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
        const [right, down] = [x / side - column, y / side - row];
        const at = (across: number, below: number) => values[(row + below) * columns + column + across] ?? 0;
        const above = at(0, 0) * (1 - right) + at(1, 0) * right;
        const under = at(0, 1) * (1 - right) + at(1, 1) * right;
        light += ((above * (1 - down) + under * down) / 255) * weight;
      }
      const start = (y * width + x) * 3;
      pixels[start + (motif % 3)] = light;
      pixels[start + ((motif + 1) % 3)] = (light * (128 + ((motif * 37) % 100))) / 255;
      pixels[start + ((motif + 2) % 3)] = light / 3;
    }
  }
  return { ...SIZE, pixels };
}

/** Always the same for the same name. */
function noiseBytes(name: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, block) =>
    createHash('sha512').update(`${name}/${block}`).digest(),
  );
  return Buffer.concat(blocks);
}
