import type { Ytdlp } from '../../intake/readers/index.ts';
import { type Finding, ok, warning } from './finding.ts';

/** It may be missing: only sources of the kind ytdlp need it. */
export async function checkYtdlp(ytdlp: Pick<Ytdlp, 'state'>): Promise<Finding> {
  const state = await ytdlp.state();
  if (state.state === 'ready') return ok('yt-dlp', `yt-dlp ${state.version} was found.`);
  if (state.state === 'missing')
    return ok('yt-dlp', 'yt-dlp is not installed. Only sources of the kind ytdlp need it.');
  const todo = 'Install a newer yt-dlp and set YTDLP_PATH, or remove the old one.';
  return warning('yt-dlp', state.sentence, todo);
}
