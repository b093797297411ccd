import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { NotYetError, StartError } from '@vesper/core/lib/start-error.ts';

/** Once, when asked to stop, or when the supervisor has died. */
export function onStop(log: Log, stop: () => Promise<void>): { isStopping(): boolean } {
  let stopping = false;
  const begin = (reason: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'Stopping.');
    stop().then(
      () => process.exit(),
      (error: unknown) => {
        log.error({ err: error }, 'The stop was not clean.');
        process.exit(1);
      },
    );
  };
  // Not `once`: a terminal and a parent may both signal, and the second must not abort the stop.
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (process.send) process.once('disconnect', () => begin('the supervisor is gone'));
  return { isStopping: () => stopping };
}

/** A start that will not succeed when repeated, and one that may (sysexits.h). */
export const EXIT_HOPELESS = 78;
export const EXIT_NOT_YET = 75;

/** Prints an expected error as one sentence, without a stack. */
export async function runMain(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const code = exitCodeOf(error);
    process.stderr.write(`${code === 1 ? (error as Error).stack : (error as Error).message}\n`);
    process.exit(code);
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof NotYetError) return EXIT_NOT_YET;
  return isExpected(error) ? EXIT_HOPELESS : 1;
}

function isExpected(error: unknown): boolean {
  return error instanceof StartError || error instanceof AppError || isWrongOption(error);
}

function isWrongOption(error: unknown): boolean {
  return String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
}
