import { ProcessError } from '../../kernel/lib/run-process.ts';
import { SourceError } from '../../kernel/lib/source-error.ts';

/** ffmpeg's, when a signal has ended it before its work was done: that of the limit on processor time. */
const EXIT_AFTER_SIGNAL = 255;
/** Those of the programs that set limits and then become the tool, where the tool cannot be started. */
const EXITS_UNSTARTED = [126, 127];
/** What is no fault of the file, and may be better at the next try. */
const OUR_FAULT =
  /No space left on device|Input\/output error|Read-only file system|Permission denied|Too many open files|^(?:prlimit|unshare): /m;

/** Whether a tool came to the end of what it could do with a file, and neither we nor the machine got in its way. */
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
 * The error to throw when a tool has failed on a file: SourceError `not_video` with `sentence` where the file is to
 * blame, with one about the limits where it went past them, and the error itself where neither is so.
 */
export function blameFile(error: unknown, sentence: string): unknown {
  if (isRefusal(error)) return new SourceError('not_video', sentence, { cause: error });
  if (error instanceof ProcessError && isOverLimit(error)) {
    const over = 'The file takes more time, memory or space to read than a video of its size may take.';
    return new SourceError('not_video', over, { cause: error });
  }
  return error;
}
