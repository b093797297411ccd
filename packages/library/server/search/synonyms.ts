import {
  MOST_SYNONYM_GROUPS,
  MOST_SYNONYM_WORDS,
  type NewSynonymGroup,
  type SynonymChanges,
} from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { createHeld } from '@vesper/core/lib/held.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import type { RefusedWords } from '@vesper/core/lib/text/refused-words.ts';
import { joinedPairs } from './parse.ts';
import {
  countSynonymGroups,
  deleteSynonymGroupRow,
  hasDomain,
  hasOneDomain,
  insertSynonymGroup,
  lockSynonymGroup,
  type SynonymRow,
  selectSynonymsByDomain,
  updateSynonymGroup,
} from './synonym-queries.ts';
import { phrasesOf } from './tokens.ts';

/** The longest that a process may use outdated synonyms. */
const HELD_MS = 5000;

/** Synonyms of a word, or of up to four words; folded, separated by blanks. */
export type SynonymsOf = (text: string) => readonly string[];

export type SynonymDirectory = ReturnType<typeof createSynonymDirectory>;

/** Cached, without words that have been blocked since they were saved. */
export function createSynonymDirectory(db: Db, refusals: RefusedWords) {
  const held = createHeld(async () => {
    const list = await refusals.get();
    const groups = (await selectSynonymsByDomain(db)).map(({ domain, words }) => ({
      domain,
      words: words.filter((word) => !list.isRefused(word)),
    }));
    const ofAll = othersIn(groups.filter(({ domain }) => domain === null));
    const everywhere = (await hasOneDomain(db)) ? othersIn(groups) : ofAll;
    return { ofAll, everywhere, groups, ofDomain: new Map() };
  }, HELD_MS);
  return {
    /** Groups of every domain and of this one, by its name. */
    async forDomain(name: string): Promise<SynonymsOf> {
      const { ofAll, groups, ofDomain } = await held.get();
      const isItsOwn = groups.some(({ domain }) => domain === name);
      let others: Others | undefined = isItsOwn ? ofDomain.get(name) : ofAll;
      if (!others) {
        others = othersIn(groups.filter(({ domain }) => domain === null || domain === name));
        ofDomain.set(name, others);
      }
      return lookUpIn(others);
    },
    /** Groups that apply whatever domain is asked. */
    everywhere: async (): Promise<SynonymsOf> => lookUpIn((await held.get()).everywhere),
    forget: held.forget,
  };
}

type Others = ReadonlyMap<string, ReadonlySet<string>>;

function lookUpIn(others: Others): SynonymsOf {
  return (text) => [...(others.get(keyOf(text)) ?? [])];
}

function othersIn(groups: readonly { words: readonly string[] }[]): Others {
  const others = new Map<string, Set<string>>();
  for (const { words } of groups) {
    const keys = [...new Set(words.map(keyOf))];
    for (const key of keys) {
      const all = others.get(key) ?? new Set();
      for (const other of keys) if (other !== key) all.add(other);
      others.set(key, all);
    }
  }
  return others;
}

/** Blanks also separate scripts, as in a parsed search. */
function keyOf(text: string): string {
  return phrasesOf(text).map(joinedPairs).join(' ');
}

/** Throws bad_request unless two words differ, not_found for an unknown domain, conflict beyond the limit. */
export async function createSynonymGroup(db: Db, group: NewSynonymGroup): Promise<SynonymRow> {
  const words = acceptedWords(group.words);
  return db.transaction().execute(async (tx) => {
    await requireDomain(tx, group.domainId);
    if ((await countSynonymGroups(tx)) >= MOST_SYNONYM_GROUPS)
      throw new AppError(
        'conflict',
        `There are already ${MOST_SYNONYM_GROUPS} synonym groups. Delete some first.`,
      );
    const row = await insertSynonymGroup(tx, { ...group, words });
    if (!row) throw new AppError('not_found', MISSING);
    return row;
  });
}

/** Throws like `createSynonymGroup`, and conflict if the group was changed meanwhile. */
export async function changeSynonymGroup(
  db: Db,
  id: string,
  { version, ...changes }: SynonymChanges,
): Promise<{ before: SynonymRow; after: SynonymRow }> {
  return db.transaction().execute(async (tx) => {
    const before = await requireGroup(tx, id, version, 'nothing was saved');
    const words = changes.words === undefined ? before.words : acceptedWords(changes.words);
    const domainId = changes.domainId === undefined ? before.domain_id : changes.domainId;
    await requireDomain(tx, domainId);
    const after = await updateSynonymGroup(tx, id, { domainId, words });
    return { before, after: after ?? before };
  });
}

export async function deleteSynonymGroup(db: Db, id: string, version?: number): Promise<SynonymRow> {
  return db.transaction().execute(async (tx) => {
    const row = await requireGroup(tx, id, version, 'it was not deleted');
    await deleteSynonymGroupRow(tx, id);
    return row;
  });
}

const MISSING = 'This synonym group does not exist.';

async function requireGroup(
  tx: Db,
  id: string,
  version: number | undefined,
  consequence: string,
): Promise<SynonymRow> {
  const row = await lockSynonymGroup(tx, id);
  if (!row) throw new AppError('not_found', MISSING);
  const now = `It is now: ${row.words.join(', ')}.`;
  refuseOutdated(
    version,
    row.version,
    `Another administrator has changed this group, so ${consequence}. ${now}`,
  );
  return row;
}

async function requireDomain(tx: Db, id: string | null): Promise<void> {
  if (id !== null && !(await hasDomain(tx, id)))
    throw new AppError('not_found', 'This domain does not exist.');
}

function acceptedWords(words: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const word of words) {
    const key = keyOf(word);
    const count = phrasesOf(word).length;
    if (count === 0) throw new AppError('bad_request', `“${word}” has no letter or digit.`);
    if (count > MOST_SYNONYM_WORDS)
      throw new AppError('bad_request', `“${word}” is too long: use at most ${MOST_SYNONYM_WORDS} words.`);
    if (!byKey.has(key)) byKey.set(key, word);
  }
  if (byKey.size < 2) throw new AppError('bad_request', 'Searches treat all of these as one word.');
  return [...byKey.values()];
}
