import { lackingKeys, replaceLostKeys } from '@vesper/core/db/sealed/missing-keys.ts';
import { MAC_KEY } from '@vesper/core/db/sealed/row-keys.ts';
import { StartError } from '@vesper/core/lib/start-error.ts';
import { markOfKey, obtainSigningKey, readSigningKey } from '../settings/secrets.ts';
import type { Base } from './compose.ts';
import { insertMarks, type Marks, replaceMarks, selectMarks } from './machine-queries.ts';

type Machine = Pick<Base, 'config' | 'db' | 'keys'>;

const KEYS = new Map([
  ['signing key', 'the signing key (SIGNING_KEY or DATA_DIR/secrets/signing-key)'],
  ['case keys', `DATA_DIR/case-keys/${MAC_KEY}.key`],
]);
/** The mark of a case key given up. */
const LOST = 'lost';

/** At a start: the first machine records its marks. Throws StartError for a machine that differs or lacks keys, before it makes its own. */
export async function joinSite(machine: Machine): Promise<void> {
  const { config, db, keys } = machine;
  await requireSameMachine(machine);
  obtainSigningKey(config);
  keys.obtain(MAC_KEY);
  await insertMarks(db, marksOf(machine));
  // Another machine may have been first.
  await requireSameMachine(machine);
}

/** Throws StartError if this machine differs from the database's marks. */
export async function requireSameMachine(machine: Machine): Promise<void> {
  const sentences = await differencesOf(machine);
  if (sentences.length > 0)
    throw new StartError(
      `This machine does not match the site's database: ${sentences.join('; ')}. All machines share one DATA_DIR and have the same settings; if the change is intended, run "script/vesper machine accept".`,
    );
}

export async function differencesOf(machine: Machine): Promise<string[]> {
  const there = await selectMarks(machine.db);
  const missing = await lackingKeys(machine.db, machine.keys);
  // Read last: another process with this folder creates its keys before it records their marks.
  const here = marksOf(machine);
  const lacking = missing.filter((name) => there.get(name) !== LOST);
  const sentences = [...there].flatMap(([name, mark]) => {
    const mine = here.get(name);
    if (mark === LOST || mine === mark) return [];
    const key = KEYS.get(name);
    if (key) return `${key} is ${mine === undefined ? 'missing' : 'different'} here`;
    return `${name} is ${mine || 'not set'} here, ${mark || 'not set'} there`;
  });
  if (lacking.length > 0) sentences.push(`DATA_DIR/case-keys lacks ${lacking.join(', ')}`);
  return sentences;
}

/** In a transaction: this machine's marks become the site's; replaces lost keys. */
export async function acceptMachine(machine: Machine): Promise<void> {
  const { config, db, keys } = machine;
  obtainSigningKey(config);
  keys.obtain(MAC_KEY);
  const lost = await lackingKeys(db, keys);
  await replaceLostKeys(db, keys, lost);
  await replaceMarks(db, new Map([...marksOf(machine), ...lost.map((name) => [name, LOST] as const)]));
}

function marksOf({ config, keys }: Machine): Marks {
  const { storage, timeZone, given } = config;
  const ofKeys = [
    ['signing key', readSigningKey(config)],
    ['case keys', keys.read(MAC_KEY)],
  ] as const;
  const { bucket, prefix } = storage.s3 ?? {};
  return new Map([
    ...ofKeys.flatMap(([name, key]) => (key ? [[name, markOfKey(key)] as const] : [])),
    ['STORAGE', storage.main === 'fs' ? 'fs' : `s3 (S3_BUCKET ${bucket}, S3_PREFIX ${prefix || 'not set'})`],
    ['TIME_ZONE', timeZone],
    // Without it, the back office's value applies everywhere.
    ['CRAWL_TIME', given.get('CRAWL_TIME') ?? ''],
  ]);
}
