/** What both uses of yt-dlp share. */
export interface YtdlpRun {
  /** The egress proxy of this run, with its credential. */
  proxyUrl: string;
  /** The names of yt-dlp's readers that may be used. */
  extractors: readonly string[];
  userAgent: string;
}

export interface YtdlpDownloadLimits {
  maxBytes: number;
  maxBytesPerSecond?: number | undefined;
}

/** The file that a download ends in, in its own folder: nothing of it comes from the page, its extension least of all. */
export const DOWNLOADED_NAME = 'video';
/** What the lines begin with that tell how far a download is. */
export const PROGRESS_MARK = 'vesper-progress';

const SOCKET_TIMEOUT_SECONDS = 30;

/** One file with picture and sound over http(s), so that nothing has to be merged: mp4 first, a stream of pieces last. */
const FORMAT = 'b[protocol^=http][ext=mp4]/b[protocol^=http]/b[protocol=m3u8_native]';

/** Neither a live stream, which has no end, nor one of several videos, of which nobody said which. */
const SINGLE_VIDEO = '!is_live & playlist_count<=?1';

/** Prints what the page says of its video as one line of JSON; downloads nothing. */
export function metadataArguments(url: string, run: YtdlpRun): string[] {
  return [...safeArguments(run), '--dump-single-json', '--format', FORMAT, '--', url];
}

/** Downloads into the working folder, going on with what an earlier try left there, and prints its progress. */
export function downloadArguments(url: string, run: YtdlpRun, limits: YtdlpDownloadLimits): string[] {
  const progress = ['downloaded_bytes', 'total_bytes', 'total_bytes_estimate'];
  const template = progress.map((field) => `%(progress.${field})s`).join(' ');
  const { maxBytesPerSecond } = limits;
  return [
    ...safeArguments(run),
    ...['--format', FORMAT, '--output', DOWNLOADED_NAME, '--continue', '--no-mtime'],
    ...['--max-filesize', String(limits.maxBytes), '--match-filters', SINGLE_VIDEO],
    ...(maxBytesPerSecond === undefined ? [] : ['--limit-rate', String(maxBytesPerSecond)]),
    ...['--newline', '--progress', '--progress-delta', '0.25'],
    ...['--progress-template', `download:${PROGRESS_MARK} ${template}`],
    '--',
    url,
  ];
}

/**
 * No configuration, no plugins, no code from elsewhere, no other programs, no tricks about where we are: what is
 * left is yt-dlp's own readers, those that are allowed, behind our proxy.
 */
function safeArguments({ proxyUrl, extractors, userAgent }: YtdlpRun): string[] {
  return [
    ...['--ignore-config', '--no-plugin-dirs', '--no-remote-components', '--no-js-runtimes', '--no-update'],
    ...['--proxy', proxyUrl, '--no-geo-bypass'],
    ...['--add-headers', `User-Agent:${userAgent}`],
    ...['--use-extractors', extractors.join(',')],
    // A page with several videos is no single video: the second is not even looked at.
    ...['--no-playlist', '--playlist-items', '1'],
    ...['--socket-timeout', String(SOCKET_TIMEOUT_SECONDS)],
    ...[
      // As slowly as we ask ourselves.
      '--sleep-requests',
      '1',
      '--retries',
      '2',
      '--fragment-retries',
      '2',
      '--extractor-retries',
      '1',
      '--concurrent-fragments',
      '1',
    ],
    ...['--restrict-filenames', '--no-cache-dir'],
    // ffmpeg would open connections of its own past the proxy, so it must not be found.
    ...['--downloader', 'native', '--ffmpeg-location', '/nonexistent', '--fixup', 'never'],
  ];
}
