import type { Refusals as RefusalsView, RefusalTried, TermKind } from '@vesper/contract';
import { MOST_TERMS, RefusedTerm } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Actor } from '@vesper/core/http/mount.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { countHidden, countRefused, requireMayHide } from '../videos/index.ts';
import { sweepRefusedJob } from './jobs.ts';
import {
  countHeldKeywords,
  countTerms,
  deleteTerms,
  insertTerms,
  lockSettings,
  noteChange,
  selectSettings,
  selectTerms,
} from './queries.ts';
import { loadList, type Refusals } from './refusals.ts';
import { readSeed } from './seed.ts';
import { wordOf } from './term-keys.ts';

export interface RefusalDeps {
  db: Db;
  queue: Queue;
  refusals: Refusals;
}

const HELD_BACK_CAP = 1000;
const ALL = 999_999_999_999_999;

export async function getRefusals(db: Db): Promise<RefusalsView> {
  const settings = await selectSettings(db);
  const seed = readSeed();
  const own = new Map((await countTerms(db)).map((row) => [row.language, row]));
  const languages = [...new Set([...seed.counts.keys(), ...own.keys()])].sort();
  return {
    languages: languages.map((language) => ({
      language,
      seeded: seed.counts.get(language) ?? 0,
      isSeedOn: !settings.off_languages.includes(language),
      own: own.get(language)?.own ?? 0,
      never: own.get(language)?.never ?? 0,
    })),
    help: settings.help,
    helpAddress: settings.help_address,
    version: settings.version,
    heldBack: await countHidden(db, 'refused', HELD_BACK_CAP),
    heldKeywords: await countHeldKeywords(db, HELD_BACK_CAP),
    isSweeping: settings.swept_to !== null,
    sweptAt: settings.swept_at?.toISOString() ?? null,
  };
}

interface SettingsChange {
  help?: string | undefined;
  helpAddress?: string | undefined;
  offLanguages?: readonly string[] | undefined;
  version?: number | undefined;
  actor: Actor;
}

type SettingsFields = Omit<SettingsChange, 'version' | 'actor'>;

/** Returns only changed values. Throws conflict if outdated, and as `requireMayHide` does. */
export async function changeRefusals(
  deps: RefusalDeps,
  { version, actor, ...given }: SettingsChange,
): Promise<{ before: SettingsFields; after: SettingsFields }> {
  return change(deps, async (tx) => {
    const former = await lockSettings(tx);
    refuseOutdated(
      version,
      former.version,
      'Another administrator has changed the blocked terms in the meantime, so nothing was saved. Reload the page and repeat your change.',
    );
    const was = { help: former.help, helpAddress: former.help_address, offLanguages: former.off_languages };
    const names = (Object.keys(was) as (keyof typeof was)[]).filter(
      (name) => given[name] !== undefined && String(given[name]) !== String(was[name]),
    );
    const pick = (from: SettingsFields) => Object.fromEntries(names.map((name) => [name, from[name]]));
    await noteChange(tx, {
      help: given.help ?? was.help,
      help_address: given.helpAddress ?? was.helpAddress,
      off_languages: [...new Set(given.offLanguages ?? was.offLanguages)],
    });
    if (names.includes('offLanguages')) await requireMayRefuse(tx, actor);
    return { before: pick(was), after: pick(given) };
  });
}

export async function listTerms(
  db: Db,
  query: {
    kind?: TermKind | undefined;
    language?: string | undefined;
    after?: string | undefined;
    limit: number;
  },
): Promise<{ terms: RefusedTerm[]; next: string | null }> {
  const { after, limit, ...wanted } = query;
  const rows = await selectTerms(db, { ...wanted, after: Number(after ?? ALL), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return {
    terms: shown.map((row) => viewOf(RefusedTerm, row, { id: String(row.id) })),
    next: rows.length > limit ? String(shown.at(-1)?.id) : null,
  };
}

/** Throws conflict if there are too many, and as `requireMayHide` does. */
export async function addTerms(
  deps: RefusalDeps,
  { terms, actor, ...of }: { language: string; kind: TermKind; terms: readonly string[]; actor: Actor },
): Promise<{ added: string[]; known: number; unusable: number }> {
  const tidy = terms.map((term) => term.trim().replace(/\s+/gu, ' '));
  const usable = [...new Set(tidy.filter((term) => wordOf(term) !== ''))];
  const added = await change(deps, async (tx) => {
    await lockSettings(tx);
    const there = (await countTerms(tx)).reduce((sum, { own, never }) => sum + own + never, 0);
    if (there + usable.length > MOST_TERMS)
      throw new AppError(
        'conflict',
        `The limit is ${MOST_TERMS.toLocaleString('en')} terms; there are ${there.toLocaleString('en')} already.`,
      );
    const ids = await insertTerms(tx, { ...of, terms: usable, by: actor.username });
    if (ids.length > 0) await noteChange(tx);
    if (ids.length > 0 && of.kind !== 'never') await requireMayRefuse(tx, actor);
    return ids;
  });
  const unusable = tidy.filter((term) => wordOf(term) === '').length;
  return { added, known: usable.length - added.length, unusable };
}

/** Throws not_found if none exists; for exceptions also as `requireMayHide` does. */
export async function removeTerms(
  deps: RefusalDeps,
  { ids, actor }: { ids: readonly string[]; actor: Actor },
): Promise<number> {
  return change(deps, async (tx) => {
    await lockSettings(tx);
    const removed = await deleteTerms(tx, ids.map(Number));
    if (removed.length === 0) throw new AppError('not_found', 'These terms are not on the list.');
    await noteChange(tx);
    if (removed.includes('never')) await requireMayRefuse(tx, actor);
    return removed.length;
  });
}

export async function tryText({ refusals }: RefusalDeps, text: string): Promise<RefusalTried> {
  refusals.forget();
  const list = await refusals.get();
  const found = list.find(text);
  if (!found) return { isRefused: false, term: null, language: null, way: null, part: null };
  return { isRefused: true, ...list.explain(found), way: found.way, part: found.part };
}

/** Counts with all current terms, so including what a sweep has yet to hide. */
async function requireMayRefuse(tx: Db, actor: Actor): Promise<void> {
  const list = await loadList(tx, await selectSettings(tx));
  await requireMayHide(tx, { actor, reason: 'refused', ...(await countRefused(tx, list)) });
}

/** Queues a sweep in the same transaction. */
async function change<Result>({ db, queue, refusals }: RefusalDeps, work: (tx: Db) => Promise<Result>) {
  const result = await db.transaction().execute(async (tx) => {
    const done = await work(tx);
    await queue.send(tx, sweepRefusedJob, {});
    return done;
  });
  refusals.forget();
  return result;
}
