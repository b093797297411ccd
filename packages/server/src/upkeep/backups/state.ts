import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SealedError } from '../../kernel/storage/sealed-storage.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { findWithFiles, folderOf, listWhole, momentOf } from './manifest.ts';

/** How the backups of a site are. */
export interface BackupState {
  /** When the newest whole one began; null without one. */
  newestAt: Date | null;
  /** When the newest one that was verified without a fault began; null without one. */
  verifiedAt: Date | null;
  /** How many files of the newest one that has files were not there, though rows named them. */
  lost: number;
  /** How many were known to be lost when it was made; undefined where it does not say. */
  knownLost: number | undefined;
  /** What the last verification of the newest verified or faulty one found wrong. */
  faults: string[];
}

interface Verdict {
  at: string;
  faults: string[];
}

const VERDICT = 'verified.json';

/** Notes beside a backup what its verification has found. It is not part of the backup. */
export function noteVerdict(
  storage: Storage,
  name: string,
  faults: readonly string[],
  now: Date,
): Promise<void> {
  return writeNote(storage, `${folderOf(name)}/${VERDICT}`, { at: now.toISOString(), faults });
}

/** Undefined if it was not verified yet, or if what was noted is damaged. */
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

/** The file up to which the last verification has read the copies; empty at first. */
export async function readChecked(storage: Storage): Promise<string> {
  return (await readNote<{ upTo: string }>(storage, CHECKED))?.upTo ?? '';
}

export function noteChecked(storage: Storage, upTo: string): Promise<void> {
  return writeNote(storage, CHECKED, { upTo });
}

/** Without those of the future: of a clock that was ahead they would long be the newest. */
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
