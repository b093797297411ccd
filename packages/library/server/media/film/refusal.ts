import { SourceError } from '@vesper/core/lib/outbound/source-error.ts';
import { ProcessError } from '@vesper/core/lib/run-process.ts';

/** ffmpeg's after a signal, such as the processor time limit. */
const EXIT_AFTER_SIGNAL = 255;
/** From the programs that set limits, if they could not start the tool. */
const EXITS_UNSTARTED = [126, 127];
/** Not the file's fault, so worth a retry. */
const OUR_FAULT =
  /No space left on device|Input\/output error|Read-only file system|Permission denied|Too many open files|^(?:prlimit|unshare): /m;

/** Whether a tool itself rejected the file, within its limits. */
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

/** SourceError `not_video` if the file is to blame, with `sentence` or one about limits; otherwise the error itself. */
export function blameFile(error: unknown, sentence: string): unknown {
  if (isRefusal(error)) return new SourceError('not_video', sentence, { cause: error });
  if (error instanceof ProcessError && isOverLimit(error)) {
    const over = 'Reading the file takes more time, memory or space than a video of its size should.';
    return new SourceError('not_video', over, { cause: error });
  }
  return error;
}
