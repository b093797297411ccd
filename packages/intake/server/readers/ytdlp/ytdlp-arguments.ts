export interface YtdlpRun {
  /** The egress proxy, with this run's credential. */
  proxyUrl: string;
  extractors: readonly string[];
  userAgent: string;
}

export interface YtdlpDownloadLimits {
  maxBytes: number;
  maxBytesPerSecond?: number | undefined;
}

/** Never derived from the page, least of all its extension. */
export const DOWNLOADED_NAME = 'video';
export const PROGRESS_MARK = 'vesper-progress';

const SOCKET_TIMEOUT_SECONDS = 30;

/** One file with picture and sound, so that nothing is merged: mp4 first, a segmented stream last. */
const FORMAT = 'b[protocol^=http][ext=mp4]/b[protocol^=http]/b[protocol=m3u8_native]';

/** No endless live stream, no page of several videos. */
const SINGLE_VIDEO = '!is_live & playlist_count<=?1';

/** Prints metadata as one line of JSON; downloads nothing. */
export function metadataArguments(url: string, run: YtdlpRun): string[] {
  return [...safeArguments(run), '--dump-single-json', '--format', FORMAT, '--', url];
}

/** Resumes an earlier attempt in the working folder. */
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

/** No configuration, plugins, remote code, other programs or geo tricks; behind our proxy. */
function safeArguments({ proxyUrl, extractors, userAgent }: YtdlpRun): string[] {
  return [
    ...['--ignore-config', '--no-plugin-dirs', '--no-remote-components', '--no-js-runtimes', '--no-update'],
    ...['--proxy', proxyUrl, '--no-geo-bypass'],
    ...['--add-headers', `User-Agent:${userAgent}`],
    ...['--use-extractors', extractors.join(',')],
    // Rejects a page with several videos without looking at the second.
    ...['--no-playlist', '--playlist-items', '1'],
    ...['--socket-timeout', String(SOCKET_TIMEOUT_SECONDS)],
    ...['--sleep-requests', '1', '--concurrent-fragments', '1'],
    ...['--retries', '2', '--fragment-retries', '2', '--extractor-retries', '1'],
    ...['--restrict-filenames', '--no-cache-dir'],
    // ffmpeg would bypass the proxy, so it must not be found.
    ...['--downloader', 'native', '--ffmpeg-location', '/nonexistent', '--fixup', 'never'],
  ];
}
