import { FILE_NAMES, type MediaFile } from '../library/media/index.ts';

/** The keys of the pictures that a video's row names, '' for what there is not. */
export function namedPictures(files: readonly MediaFile[]) {
  const keyOf = (wanted: string) => files.find(({ name }) => name === wanted)?.key ?? '';
  return {
    thumbnailKey: keyOf(FILE_NAMES.thumbnail(640, 'webp')),
    previewKey: keyOf(FILE_NAMES.preview),
    storyboardKey: keyOf(FILE_NAMES.storyboard),
  };
}
