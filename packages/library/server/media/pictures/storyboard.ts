import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FILE_NAMES } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import { MOST_TILES, type Size } from './picture-plan.ts';
import { openRaw, type RawPicture, type TimedPicture } from './raw-pictures.ts';

/** It loads when somebody first seeks. */
export const MOST_SHEET_BYTES = 2_000_000;
const QUALITIES = [70, 50, 30, 10] as const;
const MOST_COLUMNS = 10;

export interface Cue extends Size {
  from: number;
  to: number;
  x: number;
  y: number;
}

/** Writes sheet and cues; each tile covers the film from its own time on. Throws if every quality exceeds 2 MB. */
export async function writeStoryboard(
  tiles: readonly TimedPicture[],
  { durationSeconds, folder }: { durationSeconds: number; folder: string },
): Promise<MadeFile[]> {
  const shown = tiles.slice(0, MOST_TILES);
  const sheetPath = path.join(folder, FILE_NAMES.storyboardSheet);
  const cuesPath = path.join(folder, FILE_NAMES.storyboard);
  const seconds = shown.map(({ atSeconds }) => atSeconds);
  const cues = planCues(seconds, durationSeconds, shown[0]!);
  await writeFile(sheetPath, await encodeSheet(joinTiles(shown)));
  await writeFile(cuesPath, formatCues(cues));
  return [
    { localPath: sheetPath, purpose: 'play', name: FILE_NAMES.storyboardSheet },
    { localPath: cuesPath, purpose: 'play', name: FILE_NAMES.storyboard },
  ];
}

export function planCues(seconds: readonly number[], durationSeconds: number, size: Size): Cue[] {
  return seconds.map((second, at) => ({
    from: at === 0 ? 0 : second,
    to: seconds[at + 1] ?? Math.max(durationSeconds, second + 0.001),
    x: (at % MOST_COLUMNS) * size.width,
    y: Math.floor(at / MOST_COLUMNS) * size.height,
    width: size.width,
    height: size.height,
  }));
}

/** WebVTT; the sheet has the same signed prefix. */
export function formatCues(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ from, to, x, y, width, height }) =>
      `${formatTime(from)} --> ${formatTime(to)}\n${FILE_NAMES.storyboardSheet}#xywh=${x},${y},${width},${height}\n`,
  );
  return ['WEBVTT\n', ...blocks].join('\n');
}

/** `01:02:03.456`. */
function formatTime(seconds: number): string {
  const millis = Math.round(seconds * 1000);
  const parts = [millis / 3_600_000, (millis / 60_000) % 60, (millis / 1000) % 60];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `${clock}.${String(millis % 1000).padStart(3, '0')}`;
}

function joinTiles(tiles: readonly RawPicture[]): RawPicture {
  const { width, height } = tiles[0]!;
  const columns = Math.min(MOST_COLUMNS, tiles.length);
  const rows = Math.ceil(tiles.length / MOST_COLUMNS);
  const sheet = { width: columns * width, height: rows * height };
  const pixels = Buffer.alloc(sheet.width * sheet.height * 3);
  for (const [at, tile] of tiles.entries()) {
    const left = (at % MOST_COLUMNS) * width;
    const top = Math.floor(at / MOST_COLUMNS) * height;
    for (let row = 0; row < height; row += 1) {
      const target = ((top + row) * sheet.width + left) * 3;
      tile.pixels.copy(pixels, target, row * width * 3, (row + 1) * width * 3);
    }
  }
  return { ...sheet, pixels };
}

async function encodeSheet(sheet: RawPicture): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const webp = await (await openRaw(sheet)).webp({ quality, effort: 2 }).toBuffer();
    if (webp.length <= MOST_SHEET_BYTES) return webp;
  }
  throw new Error('The storyboard is larger than 2 MB at every quality.');
}
