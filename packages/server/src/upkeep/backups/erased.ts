import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SealedError } from '../../kernel/storage/sealed-storage.ts';
import type { Storage } from '../../kernel/storage/storage.ts';
import { UndecryptableError } from './parts.ts';

/** A case whose persons were forgotten. */
export interface ErasedCase {
  id: string;
  erasedAt: Date;
}

export interface ErasedList {
  /** When a backup has noted all that there were; null if none has. */
  completeAt: Date | null;
  cases: ErasedCase[];
}

const FOLDER = 'erased';
/** No key has this name. */
const ALL = `${FOLDER}/all.json`;

/**
 * Notes beside the backups which cases of a key were erased, so that none of the backups brings them back, on any machine
 * and with any former copy of the key. To be called before the key is destroyed; may be repeated. Ids tell nothing of a
 * person.
 */
export async function noteErased(
  storage: Storage,
  keyName: string,
  cases: readonly ErasedCase[],
): Promise<void> {
  const file = `${FOLDER}/${keyName}.json`;
  const former = await readFile(storage, file);
  const all = new Map([...former.cases, ...cases].map((one) => [one.id, one]));
  await write(storage, file, [...all.values()]);
}

/**
 * Notes all that the site knows to be erased at a moment, with every backup: the place may be another one than that of
 * the job that destroys keys, which may have none.
 */
export async function noteAllErased(
  storage: Storage,
  cases: readonly ErasedCase[],
  now: Date,
): Promise<void> {
  const former = await readFile(storage, ALL);
  const all = new Map([...former.cases, ...cases].map((one) => [one.id, one]));
  await write(storage, ALL, { completeAt: now, cases: [...all.values()] });
}

/** All of them. Throws where they cannot be read: a restore must not begin without them. */
export async function readErased(storage: Storage): Promise<ErasedList> {
  const erased: ErasedList = { completeAt: null, cases: [] };
  for await (const { key } of storage.list(FOLDER))
    try {
      const { completeAt, cases } = await readFile(storage, key);
      erased.completeAt ??= completeAt;
      erased.cases.push(...cases);
    } catch (error) {
      if (!(error instanceof SealedError)) throw error;
      const hint =
        'It was written with another BACKUP_KEY, or has changed: set that key, or move the file away';
      throw new UndecryptableError(
        `The list of erased cases ${key} cannot be read. ${hint} and erase its cases again by hand.`,
        { cause: error },
      );
    }
  return erased;
}

async function write(storage: Storage, file: string, list: ErasedList | ErasedCase[]): Promise<void> {
  await storage.put(file, Readable.from([Buffer.from(JSON.stringify(list))]));
}

async function readFile(storage: Storage, file: string): Promise<ErasedList> {
  const body = await storage.read(file);
  const read = body ? (JSON.parse(await text(body)) as Written | Written['cases']) : [];
  const { completeAt, cases } = Array.isArray(read) ? { completeAt: null, cases: read } : read;
  return {
    completeAt: completeAt === null ? null : new Date(completeAt),
    cases: cases.map(({ id, erasedAt }) => ({ id, erasedAt: new Date(erasedAt) })),
  };
}

/** As JSON: of a key only the cases. */
interface Written {
  completeAt: string | null;
  cases: { id: string; erasedAt: string }[];
}
