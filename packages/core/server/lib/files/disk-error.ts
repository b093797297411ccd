import { accessSync, constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

export type DiskFault = 'full' | 'read_only' | 'not_writable';

const FAULT_OF_CODE: Readonly<Record<string, DiskFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read_only',
  EACCES: 'not_writable',
  EPERM: 'not_writable',
};

/** As ffmpeg, yt-dlp and others print them. */
const FAULT_OF_WORDS: readonly [RegExp, DiskFault][] = [
  [/No space left on device|Disk quota exceeded/, 'full'],
  [/Read-only file system/, 'read_only'],
];

/** `message` names the folder. */
export class DiskError extends Error {
  override readonly name = 'DiskError';
  readonly fault: DiskFault;
  readonly folder: string;

  constructor(fault: DiskFault, folder: string, options?: ErrorOptions) {
    super(faultMessage(fault, folder), options);
    this.fault = fault;
    this.folder = folder;
  }
}

export function faultMessage(fault: DiskFault, folder: string): string {
  if (fault === 'full') return `The disk is full: nothing more can be written to ${folder}.`;
  if (fault === 'read_only') return `The folder ${folder} is read-only.`;
  return `The folder ${folder} cannot be written to by the account that runs Vesper.`;
}

/** From the system or a child program; undefined for other errors. */
export function diskFault(error: unknown): DiskFault | undefined {
  if (error instanceof DiskError) return error.fault;
  const { code, syscall, path: file, stderr } = error as NodeJS.ErrnoException & { stderr?: unknown };
  // A program that may not be started is not a disk fault.
  const known = syscall?.startsWith('spawn') ? undefined : FAULT_OF_CODE[code ?? ''];
  if (known) return known;
  // Failing to create parent folders is an ENOENT, whatever the reason.
  if (code === 'ENOENT' && file) return faultAt(path.dirname(file));
  if (typeof stderr !== 'string') return undefined;
  return FAULT_OF_WORDS.find(([words]) => words.test(stderr))?.[1];
}

/** Names the affected of our `folders`, the first if unknown. Returns other errors unchanged. */
export function asDiskError(error: unknown, folders: readonly string[]): unknown {
  const fault = diskFault(error);
  if (!fault || error instanceof DiskError) return error;
  const { path: from = '', dest = '' } = error as { path?: string; dest?: string };
  const isIn = (file: string, folder: string) => file === folder || file.startsWith(folder + path.sep);
  const folder = folders.find((one) => isIn(dest, one)) ?? folders.find((one) => isIn(from, one));
  return new DiskError(fault, folder ?? folders[0] ?? '', { cause: error });
}

const MAY_WRITE = constants.W_OK | constants.X_OK;

/** Also of its nearest existing parent. */
export async function faultOfFolder(folder: string): Promise<DiskFault | undefined> {
  try {
    await access(await nearestFolder(folder), MAY_WRITE);
    return undefined;
  } catch (error) {
    return FAULT_OF_CODE[codeOf(error)];
  }
}

/** Synchronous. */
function faultAt(folder: string): DiskFault | undefined {
  try {
    accessSync(folder, MAY_WRITE);
    return undefined;
  } catch (error) {
    const parent = path.dirname(folder);
    return isMissing(error) && parent !== folder ? faultAt(parent) : FAULT_OF_CODE[codeOf(error)];
  }
}

/** Or its nearest existing parent. Asynchronous: a dead network folder may never answer. */
export async function nearestFolder(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  try {
    await stat(folder);
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (parent !== folder) return nearestFolder(parent);
  }
  return folder;
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}
