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

const FOLDER = 'erased';

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
  const all = new Map([...(await readFile(storage, file)), ...cases].map((one) => [one.id, one]));
  const body = JSON.stringify([...all.values()]);
  await storage.put(file, Readable.from([Buffer.from(body)]));
}

/** All of them. Throws where they cannot be read: a restore must not begin without them. */
export async function readErased(storage: Storage): Promise<ErasedCase[]> {
  const erased: ErasedCase[] = [];
  for await (const { key } of storage.list(FOLDER))
    try {
      erased.push(...(await readFile(storage, key)));
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

async function readFile(storage: Storage, file: string): Promise<ErasedCase[]> {
  const body = await storage.read(file);
  if (!body) return [];
  const cases = JSON.parse(await text(body)) as { id: string; erasedAt: string }[];
  return cases.map(({ id, erasedAt }) => ({ id, erasedAt: new Date(erasedAt) }));
}
