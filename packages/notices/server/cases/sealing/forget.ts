import { recordSystemEvent } from '@vesper/access/audit';
import type { Db } from '@vesper/core/db/pool.ts';
import { destroyOld, type ReplacingKeys, replaceKeys } from '@vesper/core/db/sealed/replace-keys.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { forgetMails } from '@vesper/site/mail';
import { type CaseRow, updateCase } from '../case-queries.ts';
import { type CaseParts, requireCase } from '../cases.ts';
import { caseKeysJob } from '../jobs.ts';
import { CASE_KINDS, rulesOf } from '../kinds/index.ts';
import { emptyCase, selectForgettable, selectUnclosedAbout } from './queries.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 200;

type Forgetting = ReplacingKeys & Pick<CaseParts, 'clock'>;

/**
 * Erases personal data for good: here at once, in backups once the job has destroyed the key. Takedowns and blocks
 * stay. Throws not_found, and conflict while the case may need the data.
 */
export async function eraseCase(
  parts: Forgetting & Pick<CaseParts, 'queue'>,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const now = parts.clock.now();
  const erase = async (tx: Db) => {
    const caseRow = await requireCase(tx, id);
    const reason = await whyNotErased(tx, caseRow);
    if (reason !== null) throw new AppError('conflict', reason);
    await forgetIn(tx, id, now);
    await parts.queue.send(tx, caseKeysJob, {});
    await recordSystemEvent(tx, parts.clock, { action: 'cases.erase', subject: id, after: { by } });
  };
  await transaction(parts.db, erase, { retry: ['deadlock'] });
}

export async function whyNotErased(db: Db, caseRow: CaseRow): Promise<string | null> {
  if (caseRow.is_open) return 'This case is still open. Please decide it first.';
  if (caseRow.held_at) return 'This case is on legal hold: nothing is erased.';
  if (!caseRow.sealed_key) return 'This case has been erased already.';
  if (!caseRow.closed_at) return whyNotClosed(caseRow);
  const about = await selectUnclosedAbout(db, caseRow.id);
  return about === undefined
    ? null
    : `The case ${about} that this counter-notice answers is not closed: the sender must still be told how it ends.`;
}

function whyNotClosed({ state, due_at: dueAt }: CaseRow): string {
  if (state === 'litigation') return 'A court action is recorded in this case. Please end it first.';
  if (state === 'approved')
    return `This case can still be answered${dueAt ? ` until ${formatMoment(dueAt)}` : ''}: the sender would have to be told.`;
  return 'A counter-notice has answered this case: the sender must still be told how it ends.';
}

/** Null if it is open, held or erased. */
export function keptUntil({ kind, closed_at: closedAt, ...caseRow }: CaseRow): Date | null {
  if (!closedAt || caseRow.held_at || caseRow.erased_at) return null;
  return new Date(closedAt.getTime() + rulesOf(kind).retentionDays * DAY_MS);
}

/** Holds a case back from erasure, or releases it. Throws not_found. */
export async function holdCase(
  { db, clock }: Forgetting,
  { id, by, isHeld }: { id: string; by: string; isHeld: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireCase(tx, id);
    await updateCase(tx, id, { held_at: isHeld ? clock.now() : null });
    await recordSystemEvent(tx, clock, {
      action: isHeld ? 'cases.hold' : 'cases.release',
      subject: id,
      after: { by },
    });
  });
}

export async function forgetIn(tx: Db, id: string, now: Date): Promise<void> {
  await emptyCase(tx, id);
  await forgetMails(tx, id);
  // The key's name stays until the key is destroyed.
  await updateCase(tx, id, {
    ...{ sealed_key: null, erased_at: now, initials: '', language: null, asked: [] },
    ...{ mailbox_mac: null, content_mac: null, network_mac: null, token_hash: null, confirm_hash: null },
  });
}

/** Erases cases past their retention, in whole days: a key is replaced at most once a day. Safe to interrupt. */
export async function forgetOld(parts: Forgetting): Promise<void> {
  const { db, keys, clock } = parts;
  const now = clock.now();
  const today = Date.parse(now.toISOString().slice(0, 10));
  for (const { kind, retentionDays } of CASE_KINDS)
    await forgetKind(parts, { kind, before: new Date(today - retentionDays * DAY_MS), now });
  await replaceKeys(parts);
  await destroyOld(db, keys, now);
}

async function forgetKind(
  { db, clock }: Forgetting,
  { kind, before, now }: { kind: string; before: Date; now: Date },
): Promise<void> {
  const next = () => selectForgettable(db, { kind, before, limit: BATCH });
  for (let ids = await next(); ids.length > 0; ids = await next()) {
    // In the order in which keys are replaced.
    const sorted = ids.toSorted();
    const forget = async (tx: Db) => {
      for (const id of sorted) {
        const caseRow = await requireCase(tx, id);
        // May have been put on hold just now.
        if (!caseRow.held_at) await forgetIn(tx, id, now);
      }
      const after = { cases: ids.length };
      await recordSystemEvent(tx, clock, { action: 'cases.forget', subject: kind, after });
    };
    await transaction(db, forget, { retry: ['deadlock'] });
  }
}
