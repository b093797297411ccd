import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SealedError } from '@vesper/core/storage/sealed-storage.ts';
import type { Storage } from '@vesper/core/storage/storage.ts';
import { findWithFiles, folderOf, listWhole, momentOf } from './manifest.ts';

export interface BackupState {
  /** When the newest finished one began. */
  newestAt: Date | null;
  /** When the newest verified one began. */
  verifiedAt: Date | null;
  /** Files listed in the database that the newest backup with files lacks. */
  lost: number;
  /** Of these, known to be lost before; undefined in older backups. */
  knownLost: number | undefined;
  /** Of the latest verdict. */
  faults: string[];
}

interface Verdict {
  at: string;
  faults: string[];
}

const VERDICT = 'verified.json';

/** Stored beside the backup, not as part of it. */
export function noteVerdict(
  storage: Storage,
  name: string,
  faults: readonly string[],
  now: Date,
): Promise<void> {
  return writeNote(storage, `${folderOf(name)}/${VERDICT}`, { at: now.toISOString(), faults });
}

/** Undefined if there is none, or it is damaged. */
async function readVerdict(storage: Storage, name: string): Promise<Verdict | undefined> {
  const verdict = await readNote<Verdict>(storage, `${folderOf(name)}/${VERDICT}`);
  return Array.isArray(verdict?.faults) ? (verdict as Verdict) : undefined;
}

async function writeNote(storage: Storage, key: string, note: object): Promise<void> {
  await storage.put(key, Readable.from([Buffer.from(JSON.stringify(note))]));
}

/** Undefined if there is none, or it is damaged. */
async function readNote<Note>(storage: Storage, key: string): Promise<Partial<Note> | null | undefined> {
  const body = await storage.read(key);
  if (!body) return undefined;
  try {
    return JSON.parse(await text(body)) as Partial<Note> | null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SealedError) return undefined;
    throw error;
  }
}

export async function newestVerified(
  storage: Storage,
  whole: readonly string[],
): Promise<string | undefined> {
  for (const name of whole.toSorted().toReversed())
    if ((await readVerdict(storage, name))?.faults.length === 0) return name;
  return undefined;
}

const CHECKED = 'checked-files.json';

/** Where the last verification stopped; empty at first. */
export async function readChecked(storage: Storage): Promise<string> {
  return (await readNote<{ upTo: string }>(storage, CHECKED))?.upTo ?? '';
}

export function noteChecked(storage: Storage, upTo: string): Promise<void> {
  return writeNote(storage, CHECKED, { upTo });
}

/** Without future ones, which would stay the newest for a long time. */
export async function readBackupState(storage: Storage, now: Date): Promise<BackupState> {
  const whole = await listWhole(storage, now);
  const [newest] = whole;
  const files = (await findWithFiles(storage, whole))?.files;
  const state: BackupState = {
    newestAt: newest ? momentOf(newest) : null,
    verifiedAt: null,
    lost: files?.lost ?? files?.missing ?? 0,
    knownLost: files?.knownLost,
    faults: [],
  };
  for (const name of whole) {
    const verdict = await readVerdict(storage, name);
    if (!verdict) continue;
    if (verdict.faults.length === 0) {
      state.verifiedAt = momentOf(name);
      break;
    }
    if (state.faults.length === 0) state.faults = verdict.faults;
  }
  return state;
}
