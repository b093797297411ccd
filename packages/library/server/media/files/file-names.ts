/** Of a video's picture, in pixels. */
export const THUMBNAIL_WIDTHS = [320, 640, 1280] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** In addresses, below the prefix of the purpose. */
export const FILE_NAMES = {
  film: 'video.mp4',
  playlist: 'hls.m3u8',
  /** A rendition, by its shorter side in pixels. */
  renditionPlaylist: (rung: number) => `${rung}p.m3u8` as const,
  rendition: (rung: number) => `${rung}p.mp4` as const,
  soundPlaylist: 'audio.m3u8',
  sound: 'audio.mp4',
  /** WebVTT, whose cues name the sheet beside it. */
  storyboard: 'storyboard.vtt',
  storyboardSheet: 'storyboard.webp',
  preview: 'preview.mp4',
  thumbnail: (width: ThumbnailWidth, format: 'webp' | 'avif') => `${width}.${format}` as const,
} as const;

/** Older films may be webm. */
export function filmName(key: string): string {
  return key.endsWith('.webm') ? 'video.webm' : FILE_NAMES.film;
}

export function previewName(key: string): string {
  return key.endsWith('.webm') ? 'preview.webm' : FILE_NAMES.preview;
}

export function isRenditionName(name: string): boolean {
  return /^(?:hls|audio|\d+p)\.(?:m3u8|mp4)$/.test(name);
}
