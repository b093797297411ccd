import { SourceError, type SourceErrorCode, statusError } from '../../../kernel/lib/outbound/source-error.ts';
import { ProcessError } from '../../../kernel/lib/run-process.ts';
import { cleanLine } from '../clean-text.ts';

/** The meaning of yt-dlp's last words; the first match counts. */
const MEANINGS: readonly [SourceErrorCode, sentence: string, RegExp][] = [
  [
    'no_video',
    'None of the allowed yt-dlp extractors can read this address.',
    /unsupported url|no suitable extractor|is not a valid url/i,
  ],
  [
    'unavailable',
    'The source does not show this video in the country of this server.',
    /geo.?restrict|not (?:made this video )?available (?:from|in) your (?:location|country|region)/i,
  ],
  [
    'unavailable',
    'The source shows this video only to people who have signed in.',
    /private video|video is private|log.?in required|(?:log|sign) in|members.only|registered users|video password/i,
  ],
  ['unavailable', 'The video is locked by its source (DRM), so that it cannot be downloaded.', /\bDRM\b/],
  [
    'no_video',
    'The source offers no single file with picture and sound to download.',
    /no video formats|requested format is not available|no formats found|ffmpeg/i,
  ],
  [
    'unavailable',
    'The source no longer has this video.',
    /no longer available|has been removed|been deleted|does not exist|video unavailable|not available/i,
  ],
  ['timeout', 'The source did not answer in time.', /timed out|timeout/i],
  ['too_large', 'The file is larger than allowed.', /file too large/i],
  [
    'truncated',
    'The download stopped early.',
    /incompleteread|bytes read|downloaded data|content too short/i,
  ],
  ['tls', 'A secure connection to the source could not be established.', /certificate|\bssl\b|\btls\b/i],
  [
    'connect',
    'The connection to the source failed.',
    /unable to connect|connection (?:refused|reset|aborted)|tunnel connection failed|proxyerror|urlopen error|transporterror/i,
  ],
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
  const meaning = MEANINGS.find(([, , pattern]) => pattern.test(words));
  if (meaning) return new SourceError(meaning[0], meaning[1], { cause: error });
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
