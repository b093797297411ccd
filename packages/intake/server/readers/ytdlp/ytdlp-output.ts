import { withoutControls } from '@vesper/contract';
import { SourceError, type SourceErrorCode, statusError } from '@vesper/core/lib/outbound/source-error.ts';
import { ProcessError } from '@vesper/core/lib/run-process.ts';
import { languageCode } from '@vesper/library/search';
import {
  cleanAddress,
  cleanCategory,
  cleanDescription,
  cleanDuration,
  cleanLine,
  cleanTags,
  withoutUndefined,
} from '../clean-text.ts';
import type { PageVideo } from '../page/page-video.ts';

export interface YtdlpPage extends Omit<PageVideo, 'films'> {
  /** "extractor:id"; undefined if the id is only part of the address. */
  externalId?: string;
}

const MAX_ID_LENGTH = 200;
const MAX_PIXELS = 20_000;
/** Their ids are file names, which thousands of sites share. */
const WITHOUT_IDS: ReadonlySet<string> = new Set(['generic', 'html5']);

type Info = Readonly<Record<string, unknown>>;

/** Throws SourceError. */
export function readYtdlpJson(printed: string, url: string): YtdlpPage {
  const info = onlyVideo(parseInfo(printed));
  if (info.is_live === true || info.live_status === 'is_upcoming') {
    throw new SourceError('not_video', 'The address is a live stream, which is not downloaded.');
  }
  const base = cleanAddress(text(info.webpage_url), url) ?? url;
  const optional = withoutUndefined({
    externalId: externalId(info),
    category: cleanCategory(texts(info.categories)[0]) || undefined,
    language: languageCode(text(info.language)) ?? undefined,
    thumbnailUrl: cleanAddress(text(info.thumbnail), base),
    durationSeconds: typeof info.duration === 'number' ? cleanDuration(info.duration) : undefined,
    width: pixels(info.width),
    height: pixels(info.height),
  });
  return {
    title: titleOf(info) || new URL(url).hostname,
    description: cleanDescription(text(info.description)),
    tags: cleanTags(texts(info.tags)),
    ...optional,
  };
}

function parseInfo(printed: string): Info {
  try {
    const value: unknown = JSON.parse(printed);
    if (isInfo(value)) return value;
  } catch {
    // Invalid, or nested too deep.
  }
  throw new SourceError('bad_response', 'yt-dlp returned unreadable output.');
}

/** Some extractors wrap a page's only video in a list. */
function onlyVideo(info: Info): Info {
  if (info._type !== 'playlist' && info._type !== 'multi_video') return info;
  const entries = Array.isArray(info.entries) ? info.entries.filter(isInfo) : [];
  const [only] = entries;
  if (only && entries.length === 1 && info.playlist_count === 1) return only;
  throw new SourceError('no_video', 'The address contains a list of videos, not one video.');
}

/** The extractor for bare players numbers even an only one: "Title (1)". */
function titleOf({ title, extractor }: Info): string {
  const line = cleanLine(text(title));
  return extractor === 'html5' ? line.replace(/ \(1\)$/, '') : line;
}

function externalId({ extractor, id }: Info): string | undefined {
  const reader = text(extractor)?.toLowerCase();
  const own = typeof id === 'number' ? String(id) : text(id);
  if (!reader || !own || WITHOUT_IDS.has(reader)) return undefined;
  // Never truncated: two ids could become one.
  const whole = `${reader}:${own}`;
  return whole.length <= MAX_ID_LENGTH && withoutControls(whole) === whole ? whole : undefined;
}

function pixels(value: unknown): number | undefined {
  const isSize = typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_PIXELS;
  return isSize ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

function isInfo(value: unknown): value is Info {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first match counts. */
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
  ['unavailable', 'The video is protected by DRM and cannot be downloaded.', /\bDRM\b/],
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

/** These explain a failed run, whatever yt-dlp said. */
const DECISIVE: ReadonlySet<SourceErrorCode> = new Set([
  'bad_address',
  'private_address',
  'too_large',
  'too_long',
]);

/** `refusal` is the proxy's first: yt-dlp saw only a 403, a 502 or a closed connection. */
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
    // It was killed from outside.
    kind: error.exitCode === null ? 'transient' : 'permanent',
  });
}

/** Without the invitation to report a bug. */
function lastError(stderr: string): string {
  const line = stderr.split('\n').findLast((one) => one.startsWith('ERROR:')) ?? '';
  return (line.slice('ERROR:'.length).split('; please report')[0] ?? '').trim();
}
