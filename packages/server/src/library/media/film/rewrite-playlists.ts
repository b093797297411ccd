import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../kernel/lib/app-error.ts';
import { FILE_NAMES } from '../files/file-names.ts';
import type { MadeFile } from '../files/files.ts';
import { type Fragments, readFragments } from './fragments.ts';
import { mediaPlaylists } from './stream-playlists.ts';

/**
 * Writes the playlists of streams that were made before into `folder`, from the streams themselves: all but the master,
 * which stays as it is. `names` are those of the stored files, and `open` gives one of them to be read. Throws an error
 * with a sentence where there are no streams, or a file that is not whole.
 */
export async function rewritePlaylists(
  names: readonly string[],
  open: <T>(name: string, read: (localPath: string) => Promise<T>) => Promise<T>,
  folder: string,
): Promise<MadeFile[]> {
  const rungs = names.flatMap((name) => Number(/^(\d+)p\.mp4$/.exec(name)?.[1]) || []).sort((a, b) => a - b);
  if (rungs.length === 0) throw new AppError('gone', 'The video has no streams.');
  const pictures: { rung: number; fragments: Fragments }[] = [];
  for (const rung of rungs)
    pictures.push({ rung, fragments: await open(FILE_NAMES.rendition(rung), readFragments) });
  const sound = names.includes(FILE_NAMES.sound)
    ? { fragments: await open(FILE_NAMES.sound, readFragments) }
    : undefined;
  const files: MadeFile[] = [];
  for (const { name, text } of mediaPlaylists({ pictures, sound })) {
    await writeFile(path.join(folder, name), text);
    files.push({ localPath: path.join(folder, name), purpose: 'play', name });
  }
  return files;
}
