import type { Log } from '@vesper/core/lib/log.ts';
import { childEnvironment, runProcess } from '@vesper/core/lib/run-process.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { checkLimits } from '../doctor/system.ts';

/** Throws StartError if jobs' programs cannot start; warns if they keep the network or run without limits. */
export async function requirePrograms(log: Log): Promise<void> {
  for (const program of ['ffmpeg', 'ffprobe']) {
    await runProcess(program, ['-version'], { timeoutMs: 30_000 }).catch(() => {
      throw new StartError(`${program} is not found in ${childEnvironment().PATH}: install ffmpeg there.`);
    });
  }
  for (const { status, found, todo } of await checkLimits())
    if (status !== 'ok') log.warn(`${found} ${todo}`);
}
