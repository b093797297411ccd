import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { runProcess } from '../../lib/run-process.ts';
import { SAFE_INPUT } from './safe-input.ts';

/** Wide enough for a card on a dense screen; the player shows it for a moment only. */
const WIDTH_PIXELS = 640;
/** Far enough in to be past a title, early enough to exist. */
const AT_FRACTION = 0.25;

/** Writes a WebP picture of a local video to `target`. */
export async function makeThumbnail(
  localPath: string,
  target: string,
  { durationSeconds, signal }: { durationSeconds: number; signal: AbortSignal },
): Promise<void> {
  const frame = await grabFrame(localPath, durationSeconds * AT_FRACTION, signal);
  // Some files say they are longer than they are: then the first picture there is.
  const picture = frame.length > 0 ? frame : await grabFrame(localPath, 0, signal);
  const webp = await sharp(picture, { limitInputPixels: 100_000_000 })
    .resize({ width: WIDTH_PIXELS, height: WIDTH_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  await writeFile(target, webp);
}

async function grabFrame(localPath: string, atSeconds: number, signal: AbortSignal): Promise<Buffer> {
  const options = { timeoutMs: 120_000, signal, maxOutputBytes: 200 * 1024 * 1024 };
  return (await runProcess('ffmpeg', frameArguments(localPath, atSeconds), options)).stdout;
}

export function frameArguments(localPath: string, atSeconds: number): string[] {
  return [
    ...['-nostdin', '-v', 'error', '-threads', '1', ...SAFE_INPUT],
    ...['-ss', atSeconds.toFixed(3), '-i', `file:${localPath}`],
    ...['-map', '0:v:0', '-frames:v', '1', '-vf', `scale=w='min(1280,iw)':h=-2`],
    ...['-f', 'image2pipe', '-c:v', 'png', 'pipe:1'],
  ];
}
