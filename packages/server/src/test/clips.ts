import { mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../kernel/lib/run-process.ts';

const DIRECTORY = fileURLToPath(new URL('../../../../.cache/test-clips', import.meta.url));

/** A small clip with sound that browsers play, made once and kept between runs. */
export async function testClip(name: string, { seconds = 2, size = '320x180' } = {}): Promise<Buffer> {
  const file = path.join(DIRECTORY, `${name}-${seconds}-${size}.mp4`);
  const existing = await readFile(file).catch(() => undefined);
  if (existing) return existing;
  await mkdir(DIRECTORY, { recursive: true });
  const temporary = `${file}.${process.pid}.mp4`;
  await runProcess(
    'ffmpeg',
    [
      ...['-nostdin', '-v', 'error', '-y'],
      ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=24:duration=${seconds}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=330:duration=${seconds}`],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-pix_fmt',
        'yuv420p',
        '-c:a',
        'aac',
        '-movflags',
        '+faststart',
      ],
      temporary,
    ],
    { timeoutMs: 60_000 },
  );
  await rename(temporary, file);
  return readFile(file);
}
