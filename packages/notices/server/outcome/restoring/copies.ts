import { recordSystemEvent } from '@vesper/access/audit';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { releaseBlocks } from '@vesper/intake/block-list';
import { recordUnblocked } from '@vesper/intake/ledger';
import { sourceBasisJob } from '@vesper/intake/sources';
import { lockMerges } from '@vesper/library/videos';
import { type CaseParts, type CaseRow, keepsOff, requireCase, updateCase } from '../../cases/index.ts';
import { caseCopiesJob } from '../jobs.ts';
import { takeOffThese } from '../taking-off/take-off.ts';
import {
  countKeptOff,
  countShownCopies,
  lockKeptOff,
  selectHoldersOfCopies,
  selectShownCopies,
} from './copy-queries.ts';
import { handOver, hidingKinds } from './holders.ts';
import { showAgain } from './restore.ts';

/** Videos per transaction, each locked. */
const PORTION = 500;
const MOST_COUNTED = 1000;

export type CopiesAct = 'take_off' | 'release';

/** On the site although the case takes them down, or the other way round. */
interface OddCopies {
  act: CopiesAct;
  /** Up to 1,000. */
  videos: number;
}

export async function oddCopies(db: Db, caseRow: CaseRow): Promise<OddCopies | null> {
  const act = actFor(caseRow);
  if (act === null) return null;
  const videos = await (act === 'release' ? countKeptOff : countShownCopies)(db, caseRow.id, MOST_COUNTED);
  return videos === 0 ? null : { act, videos };
}

/** Null if nothing is left to do. */
function actFor(caseRow: CaseRow): CopiesAct | null {
  if (caseRow.kind === 'counter_notice') return null;
  if (caseRow.is_open) return caseRow.hidden_at === null ? null : 'take_off';
  return keepsOff(caseRow) ? 'take_off' : 'release';
}

/** Throws not_found, and conflict if there is nothing to do. */
export async function startCopies(
  { db, queue }: Pick<CaseParts, 'db' | 'queue'>,
  { id, act, by }: { id: string; act: CopiesAct; by: string },
): Promise<void> {
  const start = async (tx: Db) => {
    const odd = await oddCopies(tx, await requireCase(tx, id));
    if (odd?.act !== act)
      throw new AppError(
        'conflict',
        act === 'release'
          ? 'No video stays down because of this case.'
          : "No copy of this case's videos is public.",
      );
    await queue.send(tx, caseCopiesJob, { caseId: id, act, by });
  };
  await transaction(db, start, { retry: ['deadlock'] });
}

interface CopiesWork {
  caseId: string;
  /** Null after an approval. */
  by: string | null;
  signal: AbortSignal;
}

/** In batches, each in its own transaction. */
export async function takeOffCopies(cases: CaseParts, { caseId, by, signal }: CopiesWork): Promise<void> {
  const takeSome = async (tx: Db): Promise<boolean> => {
    await lockMerges(tx);
    const caseRow = await requireCase(tx, caseId);
    if (actFor(caseRow) !== 'take_off') return false;
    const now = cases.clock.now();
    const videos = await selectShownCopies(tx, caseId, PORTION);
    if (videos.length === 0 || !(await takeOffThese(tx, { caseRow, videos, named: [], now }))) return false;
    if (caseRow.is_open && !caseRow.hidden_at) await updateCase(tx, caseId, { hidden_at: now });
    await record(tx, cases, 'cases.hide_copies', { caseRow, videos: videos.length, by });
    return true;
  };
  while (!signal.aborted && (await transaction(cases.db, takeSome, { retry: ['deadlock'] }))) {}
}

/** Restores copies kept down because there were too many to check. Those of another case move to it. */
export async function releaseCopies(cases: CaseParts, { caseId, by, signal }: CopiesWork): Promise<void> {
  let after: string | undefined = '';
  while (!signal.aborted && after !== undefined) {
    const behind: string = after;
    after = await transaction(cases.db, (tx) => releaseSome(tx, cases, { caseId, by, after: behind }), {
      retry: ['deadlock'],
    });
  }
}

/** Returns the last id; undefined at the end. */
async function releaseSome(
  tx: Db,
  cases: CaseParts,
  { caseId, by, after }: { caseId: string; by: string | null; after: string },
): Promise<string | undefined> {
  await lockMerges(tx);
  const caseRow = await requireCase(tx, caseId);
  if (actFor(caseRow) !== 'release') return undefined;
  const now = cases.clock.now();
  const kept = await lockKeptOff(tx, caseId, { after, limit: PORTION });
  const videoIds = kept.map(({ id }) => id);
  const holders = await selectHoldersOfCopies(tx, {
    exceptId: caseId,
    videoIds,
    ...hidingKinds(cases.config),
  });
  const families = kept.map((video) => ({ ids: [video.id], videos: [video], isCut: false }));
  for (const [holder, held] of Map.groupBy(holders, (one) => one.caseId))
    await handOver(tx, { fromId: caseId, holder, held, families, now });
  const heldIds = new Set(holders.map(({ videoId }) => videoId));
  const { shown } = await showAgain(
    tx,
    kept.filter(({ id }) => !heldIds.has(id)),
  );
  const isLast = kept.length < PORTION;
  // The case that holds some of them blocks them.
  if (isLast) await recordUnblocked(tx, await releaseBlocks(tx, caseId), now);
  await cases.queue.send(tx, sourceBasisJob, {});
  if (kept.length > 0)
    await record(tx, cases, 'cases.release_copies', {
      caseRow,
      videos: shown.length,
      held: holders.length,
      by,
    });
  return isLast ? undefined : videoIds.at(-1);
}

/** Last in its transaction. */
function record(
  tx: Db,
  { clock }: CaseParts,
  action: string,
  { caseRow: { id, kind }, ...after }: { caseRow: CaseRow; videos: number; held?: number; by: string | null },
): Promise<void> {
  return recordSystemEvent(tx, clock, { action, subject: id, after: { kind, ...after } });
}
