/** A JPEG; its size is in pixels. */
export interface SharePicture {
  url: string;
  width: number;
  height: number;
}

/** Largest first. The aspect ratio is that of link previews: 1.91 to 1 (Open Graph). */
export const SHARE_SIZES = [
  { width: 1200, height: 630 },
  { width: 600, height: 315 },
  { width: 300, height: 158 },
] as const;

/** The largest within `most`. Undefined for a picture that is not ours, or if none is small enough. */
export function sharePicture(
  thumbnailUrl: string,
  most: { width?: number; height?: number } = {},
): SharePicture | undefined {
  const [, prefix] = /^(\/media\/thumbnail\/.+\/)640\.webp$/.exec(thumbnailUrl) ?? [];
  const size = SHARE_SIZES.find(
    ({ width, height }) =>
      width <= (most.width ?? Number.POSITIVE_INFINITY) &&
      height <= (most.height ?? Number.POSITIVE_INFINITY),
  );
  return prefix && size ? { url: `${prefix}${size.width}x${size.height}.jpg`, ...size } : undefined;
}
