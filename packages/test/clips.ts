import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '@vesper/core/lib/run-process.ts';

const DIRECTORY = fileURLToPath(new URL('../../.cache/test-clips', import.meta.url));
const OUTPUT = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -movflags +faststart';

/** A tiny clip with sound that browsers play, made once and kept between runs. */
export async function testClip(name: string, { seconds = 1, size = '160x90' } = {}): Promise<Buffer> {
  const file = path.join(DIRECTORY, `${name}-${seconds}-${size}.mp4`);
  const existing = await readFile(file).catch(() => undefined);
  if (existing) return existing;
  await mkdir(DIRECTORY, { recursive: true });
  const temporary = `${file}.${process.pid}.mp4`;
  const inputs = [
    `testsrc2=size=${size}:rate=24:duration=${seconds}`,
    `sine=frequency=330:duration=${seconds}`,
  ];
  const args = inputs.flatMap((input) => ['-f', 'lavfi', '-i', input]);
  const quiet = ['-nostdin', '-v', 'error', '-y'];
  await runProcess('ffmpeg', [...quiet, ...args, ...OUTPUT.split(' '), temporary], { timeoutMs: 60_000 });
  await rename(temporary, file);
  return readFile(file);
}
