import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';

const KEY_BYTES = 32;
const ENDING = '.key';

/** Nothing is kept in memory: a destroyed key is gone for all processes. */
export interface KeyFolder {
  /** Created if missing: of several processes, one creates it and all read it. */
  obtain(name: string): Buffer;
  read(name: string): Buffer | undefined;
  names(): string[];
  destroy(name: string): void;
}

export function createKeyFolder(directory: string): KeyFolder {
  const fileOf = (name: string) => path.join(directory, `${name}${ENDING}`);
  function read(name: string): Buffer | undefined {
    try {
      const key = readFileSync(fileOf(name));
      if (key.length === KEY_BYTES) return key;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
    throw new Error(`The key in ${fileOf(name)} is damaged.`);
  }
  return {
    read,
    obtain(name) {
      const known = read(name);
      if (known) return known;
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      make(fileOf(name), directory);
      const made = read(name);
      if (made) return made;
      throw new Error(`The key ${name} was destroyed just as it was made.`);
    },
    names() {
      try {
        const files = readdirSync(directory).filter((file) => file.endsWith(ENDING));
        return files.map((file) => file.slice(0, -ENDING.length)).toSorted();
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return [];
        throw error;
      }
    },
    destroy(name) {
      rmSync(fileOf(name), { force: true });
      sync(directory);
    },
  };
}

/** Appears complete and on the disk, or not at all. */
function make(file: string, directory: string): void {
  const draft = path.join(directory, `.${randomUUID()}`);
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, randomBytes(KEY_BYTES));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  sync(directory);
}

function sync(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
