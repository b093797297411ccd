/** What both uses of yt-dlp share. */
export interface YtdlpRun {
  /** This run's egress proxy, with its credential. */
  proxyUrl: string;
  /** The names of the allowed yt-dlp extractors. */
  extractors: readonly string[];
  userAgent: string;
}

export interface YtdlpDownloadLimits {
  maxBytes: number;
  maxBytesPerSecond?: number | undefined;
}

/** The downloaded file's name in its own folder: nothing of it comes from the page, least of all its extension. */
export const DOWNLOADED_NAME = 'video';
/** The prefix of progress lines. */
export const PROGRESS_MARK = 'vesper-progress';

const SOCKET_TIMEOUT_SECONDS = 30;

/**
 * One file with picture and sound over http(s), so that nothing needs merging: preferably mp4, a segmented stream last.
 */
const FORMAT = 'b[protocol^=http][ext=mp4]/b[protocol^=http]/b[protocol=m3u8_native]';

/** No live stream, which has no end, and no page of several videos. */
const SINGLE_VIDEO = '!is_live & playlist_count<=?1';

/** Prints the page's video metadata as one line of JSON; downloads nothing. */
export function metadataArguments(url: string, run: YtdlpRun): string[] {
  return [...safeArguments(run), '--dump-single-json', '--format', FORMAT, '--', url];
}

/** Downloads into the working folder, resuming an earlier attempt, and prints progress. */
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
 * No configuration, no plugins, no remote code, no other programs, no geo tricks: only yt-dlp's own allowed extractors,
 * behind our proxy.
 */
function safeArguments({ proxyUrl, extractors, userAgent }: YtdlpRun): string[] {
  return [
    ...['--ignore-config', '--no-plugin-dirs', '--no-remote-components', '--no-js-runtimes', '--no-update'],
    ...['--proxy', proxyUrl, '--no-geo-bypass'],
    ...['--add-headers', `User-Agent:${userAgent}`],
    ...['--use-extractors', extractors.join(',')],
    // A page with several videos is rejected: the second is not even looked at.
    ...['--no-playlist', '--playlist-items', '1'],
    ...['--socket-timeout', String(SOCKET_TIMEOUT_SECONDS)],
    // As slowly as our own requests.
    ...['--sleep-requests', '1', '--concurrent-fragments', '1'],
    ...['--retries', '2', '--fragment-retries', '2', '--extractor-retries', '1'],
    ...['--restrict-filenames', '--no-cache-dir'],
    // ffmpeg would open its own connections past the proxy, so it must not be found.
    ...['--downloader', 'native', '--ffmpeg-location', '/nonexistent', '--fixup', 'never'],
  ];
}
