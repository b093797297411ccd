import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import { ProcessError } from '../../../kernel/lib/run-process.ts';

/** ffmpeg's exit code when a signal ended it early, such as the limit on processor time. */
const EXIT_AFTER_SIGNAL = 255;
/** The exit codes of the programs that set limits, where they could not start the tool. */
const EXITS_UNSTARTED = [126, 127];
/** Errors that are not the file's fault, and may not happen again. */
const OUR_FAULT =
  /No space left on device|Input\/output error|Read-only file system|Permission denied|Too many open files|^(?:prlimit|unshare): /m;

/** Whether a tool gave up on a file by itself, without us or the machine interfering. */
export function isRefusal(error: unknown): error is ProcessError {
  return (
    error instanceof ProcessError &&
    !isOverLimit(error) &&
    error.exitCode !== null &&
    !EXITS_UNSTARTED.includes(error.exitCode) &&
    !OUR_FAULT.test(error.stderr)
  );
}

function isOverLimit(error: ProcessError): boolean {
  return (
    error.overLimit || error.exitCode === EXIT_AFTER_SIGNAL || /Cannot allocate memory/.test(error.stderr)
  );
}

/**
 * The error to throw when a tool failed on a file: SourceError `not_video` with `sentence` where the file is to blame,
 * with a sentence about limits where it exceeded them, and otherwise the error itself.
 */
export function blameFile(error: unknown, sentence: string): unknown {
  if (isRefusal(error)) return new SourceError('not_video', sentence, { cause: error });
  if (error instanceof ProcessError && isOverLimit(error)) {
    const over = 'Reading the file takes more time, memory or space than a video of its size should.';
    return new SourceError('not_video', over, { cause: error });
  }
  return error;
}
