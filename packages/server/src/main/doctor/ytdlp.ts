import type { Ytdlp } from '../../intake/readers/index.ts';
import { type Finding, ok, warning } from './finding.ts';

/** That it is not there is fine: only sources of the kind ytdlp need it. */
export async function checkYtdlp(ytdlp: Pick<Ytdlp, 'state'>): Promise<Finding> {
  const state = await ytdlp.state();
  if (state.state === 'ready') return ok('yt-dlp', `yt-dlp ${state.version} was found.`);
  if (state.state === 'missing')
    return ok('yt-dlp', 'yt-dlp is not installed, and only sources of the kind ytdlp would need it.');
  const todo = 'Install a newer yt-dlp and name it with YTDLP_PATH, or remove the old one.';
  return warning('yt-dlp', state.sentence, todo);
}
