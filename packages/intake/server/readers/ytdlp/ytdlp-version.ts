import { ProcessError, runProcess } from '@vesper/core/lib/run-process.ts';
import { cleanLine } from '../clean-text.ts';

/** Older versions have flaws that hostile pages can exploit (the last: CVE-2026-55404, written links). */
const OLDEST_VERSION = '2026.07.04';

export type YtdlpState =
  | { state: 'ready'; version: string }
  /** Not an error: pages that need yt-dlp are skipped. */
  | { state: 'missing'; sentence: string }
  | { state: 'refused'; sentence: string };

/** `path` may be a name on the PATH. Never throws. */
export async function askYtdlpVersion(path: string): Promise<YtdlpState> {
  try {
    const asked = { timeoutMs: 60_000, maxOutputBytes: 10_000 };
    const { stdout } = await runProcess(path, ['--ignore-config', '--version'], asked);
    return judgeVersion(stdout.toString('utf8'));
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
      return { state: 'missing', sentence: 'yt-dlp is not installed.' };
    }
    const why = cleanLine(error.message);
    return { state: 'refused', sentence: `yt-dlp did not report its version: ${why}` };
  }
}

/** 2026.07.04, or 2026.07.04.123456 for a nightly build. */
export function judgeVersion(printed: string): YtdlpState {
  const version = printed.trim();
  if (!/^\d{4}\.\d{1,2}\.\d{1,2}(?:\.\d{1,8})?$/.test(version)) {
    const shown = cleanLine(version, 60);
    return {
      state: 'refused',
      sentence: `yt-dlp reported the version "${shown}", which is not in a known form.`,
    };
  }
  if (!isOlder(version, OLDEST_VERSION)) return { state: 'ready', version };
  return {
    state: 'refused',
    sentence:
      `yt-dlp ${version} is too old and is not used: install ${OLDEST_VERSION} or newer, ` +
      'and name it with YTDLP_PATH if it is not on the PATH.',
  };
}

function isOlder(version: string, than: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, least] of than.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}
