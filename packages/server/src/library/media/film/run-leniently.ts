import { SourceError } from '../../../kernel/lib/outbound/source-error.ts';
import { blameFile } from './refusal.ts';
import { type FfmpegRun, runFfmpeg } from './run-ffmpeg.ts';

/** Runs ffmpeg; resolves with whether it finished, false where the file is to blame. */
export async function runLeniently(args: readonly string[], run: FfmpegRun): Promise<boolean> {
  try {
    await runFfmpeg(args, run);
    return true;
  } catch (error) {
    if (blameFile(error, 'The file was refused.') instanceof SourceError) return false;
    throw error;
  }
}
