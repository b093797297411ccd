const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  m3u8: 'application/vnd.apple.mpegurl',
  m4a: 'audio/mp4',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  png: 'image/png',
  vtt: 'text/vtt; charset=utf-8',
  webm: 'video/webm',
  webp: 'image/webp',
};

/** By extension; unknown ones are plain bytes. */
export function contentTypeOf(name: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return CONTENT_TYPES[extension] ?? 'application/octet-stream';
}
