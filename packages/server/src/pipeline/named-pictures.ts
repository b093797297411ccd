import { FILE_NAMES, type MediaFile } from '../library/media/index.ts';

/** The keys of the pictures in a video's row, '' for missing ones. */
export function namedPictures(files: readonly MediaFile[]) {
  const keyOf = (wanted: string) => files.find(({ name }) => name === wanted)?.key ?? '';
  return {
    thumbnailKey: keyOf(FILE_NAMES.thumbnail(640, 'webp')),
    previewKey: keyOf(FILE_NAMES.preview),
    storyboardKey: keyOf(FILE_NAMES.storyboard),
  };
}
