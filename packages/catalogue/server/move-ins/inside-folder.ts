import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';

/** In UTF-16 units: longer ones do not fit into an address. */
export const LONGEST_PATH = 400;

export class FileProblem extends Error {
  /** Whether a retry may help, as when the folder is missing. */
  readonly mayPass: boolean;

  constructor(message: string, { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** `2019/film.mp4`. Throws FileProblem for paths outside the folder. */
export function plainPath(written: string): string {
  const text = written
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '');
  if (text === '') throw new FileProblem('It has no file name.');
  if (text.length > LONGEST_PATH)
    throw new FileProblem(`Its path is longer than ${LONGEST_PATH} characters.`);
  if (/\p{Cc}|\ufffd/u.test(text) || !text.isWellFormed())
    throw new FileProblem('Its name has control characters, or is not UTF-8: rename the file.');
  if (text.startsWith('/') || /^[a-z]:\//i.test(text))
    throw new FileProblem('Its path must be relative to the folder, not absolute.');
  if (text.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new FileProblem('Its path must not have "..", "." or empty parts.');
  return text;
}

/** Opens a regular file for reading. Throws FileProblem, also for symbolic links out of the folder. */
export async function openInside(folder: string, inside: string): Promise<FileHandle> {
  const root = await realpath(folder).catch((error) => {
    const sentence = `The folder ${folder} cannot be opened here (${codeOf(error)}).`;
    throw new FileProblem(sentence, { mayPass: true, cause: error });
  });
  try {
    const real = await realpath(path.join(root, plainPath(inside)));
    const requireInside = (where: string) => {
      if (!where.startsWith(root.endsWith(path.sep) ? root : root + path.sep))
        throw new FileProblem('It is a link to a file outside the folder.');
    };
    requireInside(real);
    // Opening a pipe would block.
    const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      // A parent folder may have become a link since.
      requireInside(await readlink(`/proc/self/fd/${handle.fd}`));
      if ((await handle.stat()).isFile()) return handle;
      throw new FileProblem('It is not a file.');
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (error) {
    throw problemOf(error);
  }
}

/** Throws FileProblem, also for empty or unreadable files. */
export async function statInside(folder: string, inside: string): Promise<Stats> {
  const handle = await openInside(folder, inside);
  try {
    const stats = await handle.stat();
    if (stats.size === 0) throw new FileProblem('It is empty.');
    return stats;
  } catch (error) {
    throw problemOf(error);
  } finally {
    await handle.close();
  }
}

export async function requireFolder(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if ((await lstat(root)).isDirectory()) return root;
  } catch (error) {
    throw new FileProblem(`The folder ${folder} cannot be opened (${codeOf(error)}).`, { cause: error });
  }
  throw new FileProblem(`${folder} is not a folder.`);
}

/** As a FileProblem if it concerns the file; other errors unchanged. */
export function problemOf(error: unknown): unknown {
  if (error instanceof FileProblem || (error as NodeJS.ErrnoException).code === undefined) return error;
  const code = codeOf(error);
  const sentence = PROBLEMS[code];
  return sentence === undefined
    ? new FileProblem(`It cannot be read (${code}).`, { mayPass: true, cause: error })
    : new FileProblem(sentence, { cause: error });
}

const MISSING = 'This file is not in the folder.';
const FORBIDDEN = "The site's user account may not read it.";
const PROBLEMS: Readonly<Record<string, string>> = {
  ...{ ENOENT: MISSING, ENOTDIR: MISSING, EACCES: FORBIDDEN, EPERM: FORBIDDEN },
  ELOOP: 'It is a circular link.',
  ENAMETOOLONG: 'Its name is too long for the disk.',
};

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? 'unknown error';
}
