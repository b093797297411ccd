import { FILE_NAMES, THUMBNAIL_WIDTHS, type ThumbnailWidth } from '../files/file-names.ts';
import type { MediaFile } from '../files/files.ts';

type Format = 'webp' | 'avif';

const PICTURE = /^(\d+)\.(webp|avif)$/;

function readPictureName(name: string): { width: ThumbnailWidth; format: Format } | undefined {
  const [, digits, format] = PICTURE.exec(name) ?? [];
  const width = THUMBNAIL_WIDTHS.find((one) => String(one) === digits);
  return width && format ? { width, format: format as Format } : undefined;
}

/** Whether the answer depends on the browser's Accept header. */
export function variesByAccept({ purpose, name }: Pick<MediaFile, 'purpose' | 'name'>): boolean {
  return purpose === 'thumbnail' && readPictureName(name)?.format === 'webp';
}

/** For a picture, the smallest that is wide enough, else the widest; AVIF instead of WebP if the browser accepts it. */
export function chooseFile<F extends MediaFile>(
  { purpose, name }: Pick<MediaFile, 'purpose' | 'name'>,
  files: readonly F[],
  accept: string | undefined,
): F | undefined {
  const named = (wanted: string) => files.find((file) => file.name === wanted);
  const picture = purpose === 'thumbnail' ? readPictureName(name) : undefined;
  if (!picture) return named(name);
  const widths = THUMBNAIL_WIDTHS.filter((width) => named(FILE_NAMES.thumbnail(width, picture.format)));
  const width = widths.find((one) => one >= picture.width) ?? widths.at(-1);
  if (!width) return undefined;
  const avif = picture.format === 'webp' && takesAvif(accept) && named(FILE_NAMES.thumbnail(width, 'avif'));
  return avif || named(FILE_NAMES.thumbnail(width, picture.format));
}

/** Only browsers that name AVIF: a wildcard may not include it. */
function takesAvif(accept = ''): boolean {
  return accept.split(',').some((entry) => {
    const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    return type === 'image/avif' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
