import { parseArgs } from 'node:util';
import { CATALOGUE, SMALL_CATALOGUE } from './catalogue.ts';
import type { Clip } from './clip.ts';
import { type ClipProgress, ensureClips } from './clips.ts';
import { type DemoSource, startDemoSource } from './site.ts';

const USAGE = 'Usage: node packages/demo-source/src/main.ts --directory DIR --port N [--small]';

await main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`);
  process.exitCode = 1;
});

/** Makes the clips that are missing, then serves the site until SIGTERM or SIGINT. */
async function main(): Promise<void> {
  const { directory, port, clips } = readArguments();
  const stop = new AbortController();
  // Not `once`: npm and timeout(1) send the signal twice, and the second must not cut the cleaning short.
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort());
  try {
    await ensureClips({ directory, clips, signal: stop.signal, onProgress: showProgress });
  } catch (error) {
    if (stop.signal.aborted) return;
    throw error;
  } finally {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  }
  const source = await startDemoSource({ directory, clips, port });
  process.stdout.write(`Demo source at ${source.url}\n`);
  await closeWhenStopped(source, stop.signal);
}

function readArguments(): { directory: string; port: number; clips: readonly Clip[] } {
  const { values } = parseArgs({
    options: { directory: { type: 'string' }, port: { type: 'string' }, small: { type: 'boolean' } },
  });
  const port = Number(values.port);
  if (!values.directory || !/^\d+$/.test(values.port ?? '') || port > 65_535) throw new Error(USAGE);
  return { directory: values.directory, port, clips: values.small ? SMALL_CATALOGUE : CATALOGUE };
}

function showProgress({ clip, done, total, elapsedMs }: ClipProgress): void {
  const line = `Clip ${done} of ${total}: ${clip.title} (${(elapsedMs / 1000).toFixed(1)} s)`;
  process.stdout.write(process.stdout.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
}

async function closeWhenStopped(source: DemoSource, signal: AbortSignal): Promise<void> {
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await source.close();
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error)) return error.message;
  if (error.code === 'EADDRINUSE') return 'The port is taken by another program: choose another with --port.';
  return String(error.code).startsWith('ERR_PARSE_ARGS') ? `${error.message}\n${USAGE}` : error.message;
}
