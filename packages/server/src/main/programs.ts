import { childEnvironment, runProcess } from '../kernel/lib/run-process.ts';
import { StartError } from '../kernel/lib/start-error.ts';

/** Throws StartError unless the programs that jobs run can be started in their environment. */
export async function requirePrograms(): Promise<void> {
  for (const program of ['ffmpeg', 'ffprobe']) {
    await runProcess(program, ['-version'], { timeoutMs: 30_000 }).catch(() => {
      throw new StartError(`${program} is not found in ${childEnvironment().PATH}: install ffmpeg there.`);
    });
  }
}
