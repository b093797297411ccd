import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { CATALOGUE, SMALL_CATALOGUE } from './catalogue.ts';
import { ensureClips } from './clips.ts';
import { startDemoSource } from './site.ts';

const USAGE = 'Usage: node packages/demo-source/src/main.ts --directory DIR --port N [--small]';

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { directory: { type: 'string' }, port: { type: 'string' }, small: { type: 'boolean' } },
  });
  const { directory, small } = values;
  const port = Number(values.port);
  if (!directory || !Number.isInteger(port)) throw new Error(USAGE);
  const stop = new AbortController();
  // Not `once`: npm and timeout(1) send the signal twice, and the second would kill the cleanup.
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stop.abort());
  const { signal } = stop;
  const clips = small ? SMALL_CATALOGUE : CATALOGUE;
  try {
    await ensureClips({
      ...{ directory, clips, signal },
      onMade: ({ title }, ms) => process.stdout.write(`Clip made: ${title} (${(ms / 1000).toFixed(1)} s)\n`),
    });
  } catch (error) {
    if (signal.aborted) return;
    throw error;
  }
  const source = await startDemoSource({ directory, clips, port });
  process.stdout.write(`Demo source at ${source.url}\n`);
  if (!signal.aborted) await once(signal, 'abort');
  await source.close();
}
