import { sharePicture } from '@vesper/contract';
import type { PageImage } from './head.ts';
import { absolute } from './structured-data.ts';

/** A video's picture in the shape that other sites show; one that is not ours as it is. Undefined without one. */
export function pageImage(
  { thumbnailUrl, title }: { thumbnailUrl: string; title: string },
  origin: string,
): PageImage | undefined {
  if (!thumbnailUrl) return undefined;
  const share = sharePicture(thumbnailUrl);
  if (!share) return { url: absolute(thumbnailUrl, origin), alt: title };
  return { ...share, url: origin + share.url, type: 'image/jpeg', alt: title };
}
