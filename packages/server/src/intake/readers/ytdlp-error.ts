import { ProcessError } from '../../kernel/lib/run-process.ts';
import { SourceError, type SourceErrorCode, statusError } from '../../kernel/lib/source-error.ts';
import { cleanLine } from './clean-text.ts';

interface Meaning {
  pattern: RegExp;
  code: SourceErrorCode;
  sentence: string;
}

/** The meaning of yt-dlp's last words; the first match counts. */
const MEANINGS: readonly Meaning[] = [
  {
    pattern: /unsupported url|no suitable extractor|is not a valid url/i,
    code: 'no_video',
    sentence: 'None of the allowed yt-dlp extractors can read this address.',
  },
  {
    pattern: /geo.?restrict|not (?:made this video )?available (?:from|in) your (?:location|country|region)/i,
    code: 'unavailable',
    sentence: 'The source does not show this video in the country of this server.',
  },
  {
    pattern:
      /private video|video is private|log.?in required|(?:log|sign) in|members.only|registered users|video password/i,
    code: 'unavailable',
    sentence: 'The source shows this video only to people who have signed in.',
  },
  {
    pattern: /\bDRM\b/,
    code: 'unavailable',
    sentence: 'The video is locked by its source (DRM), so that it cannot be downloaded.',
  },
  {
    pattern: /no video formats|requested format is not available|no formats found|ffmpeg/i,
    code: 'no_video',
    sentence: 'The source offers no single file with picture and sound to download.',
  },
  {
    pattern:
      /no longer available|has been removed|been deleted|does not exist|video unavailable|not available/i,
    code: 'unavailable',
    sentence: 'The source no longer has this video.',
  },
  { pattern: /timed out|timeout/i, code: 'timeout', sentence: 'The source did not answer in time.' },
  {
    pattern: /file too large/i,
    code: 'too_large',
    sentence: 'The file is larger than allowed.',
  },
  {
    pattern: /incompleteread|bytes read|downloaded data|content too short/i,
    code: 'truncated',
    sentence: 'The download stopped early.',
  },
  {
    pattern: /certificate|\bssl\b|\btls\b/i,
    code: 'tls',
    sentence: 'A secure connection to the source could not be established.',
  },
  {
    pattern:
      /unable to connect|connection (?:refused|reset|aborted)|tunnel connection failed|proxyerror|urlopen error|transporterror/i,
    code: 'connect',
    sentence: 'The connection to the source failed.',
  },
];

/** These explain a failed run, whatever yt-dlp made of them. */
const DECISIVE: ReadonlySet<SourceErrorCode> = new Set([
  'bad_address',
  'private_address',
  'too_large',
  'too_long',
]);

/**
 * A failed run as one sentence. `refusal` is the first refusal of the proxy: yt-dlp saw only a 403 or 502, or a closed
 * connection.
 */
export function ytdlpError(error: unknown, refusal: SourceError | undefined): unknown {
  if (!(error instanceof ProcessError)) return error;
  const words = lastError(error.stderr);
  if (refusal && (DECISIVE.has(refusal.code) || /\b502\b|bad gateway/i.test(words))) return refusal;
  const status = /HTTP Error (\d{3})\b/.exec(words)?.[1];
  if (status) return statusError(Number(status));
  const meaning = MEANINGS.find(({ pattern }) => pattern.test(words));
  if (meaning) return new SourceError(meaning.code, meaning.sentence, { cause: error });
  const told = cleanLine(words || error.message);
  return new SourceError('bad_response', `yt-dlp could not read the address: ${told}`, {
    cause: error,
    // It was ended from outside, not by what it found.
    kind: error.exitCode === null ? 'transient' : 'permanent',
  });
}

/** Without the invitation to report a bug and what follows it. */
function lastError(stderr: string): string {
  const line = stderr.split('\n').findLast((one) => one.startsWith('ERROR:')) ?? '';
  return (line.slice('ERROR:'.length).split('; please report')[0] ?? '').trim();
}
