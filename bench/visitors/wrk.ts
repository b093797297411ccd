import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Requests to repeat, in this order. */
export interface Load {
  origin: string;
  method: 'GET' | 'POST';
  paths: readonly string[];
  headers: Record<string, string>;
}

export interface LoadResult {
  perSecond: number;
  medianMs: number;
  p99Ms: number;
}

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));
const CONNECTIONS = 16;
const run = promisify(execFile);

/** Runs wrk over some connections. Throws if an answer was missing or an error. */
export async function runWrk(
  folder: string,
  { origin, method, paths, headers }: Load,
  seconds: number,
): Promise<LoadResult> {
  const file = path.join(folder, 'paths');
  await writeFile(file, paths.join('\n'));
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await run(
    'wrk',
    [
      '-t1',
      `-c${CONNECTIONS}`,
      `-d${seconds}s`,
      '--timeout',
      '10s',
      '-s',
      SCRIPT,
      ...fields,
      origin,
      file,
      method,
    ],
    { maxBuffer: 1e6 },
  );
  const [requests = 0, us = 1, errors = 0, medianUs = 0, p99Us = 0] = (/RESULT (.*)/.exec(stdout)?.[1] ?? '')
    .split(' ')
    .map(Number);
  if (errors > 0 || requests === 0) throw new Error(`${errors} of ${requests} requests failed:\n${stdout}`);
  return { perSecond: (requests * 1e6) / us, medianMs: medianUs / 1000, p99Ms: p99Us / 1000 };
}
