import { ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, linkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

/** One run of ffmpeg as it was made, without what holds it to its limits. */
export interface RecordedRun {
  args: string[];
  cwd: string;
}

interface SpawnOptions {
  args?: readonly string[];
  cwd?: string;
}

/**
 * Notes every ffmpeg that this process starts while `work` runs. Its inputs are linked into `keep`, since the work
 * removes what it needed on the way, and its arguments then name those.
 */
export async function recordFfmpeg(keep: string, work: () => Promise<void>): Promise<RecordedRun[]> {
  const runs: RecordedRun[] = [];
  const prototype = ChildProcess.prototype as unknown as { spawn(options: SpawnOptions): unknown };
  const original = prototype.spawn;
  prototype.spawn = function (this: unknown, options: SpawnOptions) {
    const at = options.args?.lastIndexOf('ffmpeg') ?? -1;
    if (at >= 0) {
      const args = (options.args ?? [])
        .slice(at + 1)
        .map((one, n) => keepInput(one, `${keep}/${runs.length}-${n}`));
      runs.push({ args, cwd: options.cwd ?? keep });
    }
    return original.call(this, options);
  };
  try {
    await work();
  } finally {
    prototype.spawn = original;
  }
  return runs;
}

function keepInput(argument: string, target: string): string {
  const input = argument.startsWith('file:') ? argument.slice('file:'.length) : undefined;
  if (input === undefined || !existsSync(input)) return argument;
  linkSync(input, target + path.extname(input));
  return `file:${target}${path.extname(input)}`;
}

/** Runs them again, bare: no limits, no reading along, one after the other. */
export async function replay(runs: readonly RecordedRun[]): Promise<void> {
  for (const { args, cwd } of runs) {
    await mkdir(cwd, { recursive: true });
    await runBare(args, cwd);
  }
}

export async function runBare(args: readonly string[], cwd: string): Promise<void> {
  const child = spawn('ffmpeg', args, { cwd, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}: ${args.join(' ')}`);
}
