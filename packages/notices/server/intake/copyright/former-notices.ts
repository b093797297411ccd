import { DMCA_LENGTHS } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { openSeal } from '@vesper/core/db/sealed/row-seal.ts';
import { addPaper, type CaseParts, requireCase, sealOf } from '../../cases/index.ts';
import { type FormerNotice, lockFormerNotices } from './request-queries.ts';

const BATCH = 50;

type Sealed = Pick<CaseParts, 'db' | 'keys' | 'clock'>;

/** Adds papers to cases of 1.0.0, from `dmca_requests`; skips those whose key is missing here. Safe to interrupt. */
export async function keepFormerNotices(parts: Sealed, signal: AbortSignal): Promise<void> {
  for (let afterId: string | undefined = ''; afterId !== undefined; ) {
    signal.throwIfAborted();
    const after: string = afterId;
    afterId = await parts.db.transaction().execute(async (tx) => {
      const notices = await lockFormerNotices(tx, after, BATCH);
      for (const notice of notices) await keepNotice(tx, parts, notice);
      return notices.at(-1)?.id;
    });
  }
}

async function keepNotice(tx: Db, { keys, clock }: Sealed, notice: FormerNotice): Promise<void> {
  const caseRow = await requireCase(tx, notice.id);
  if (caseRow.sealed_key && !openSeal(keys, caseRow)) return;
  const seal = await sealOf(tx, keys, caseRow, clock.now());
  const textOf = (column: keyof FormerNotice) => {
    const stored = notice[column];
    return typeof stored === 'string' ? seal.openText(column, stored) : '';
  };
  const texts = Object.keys(DMCA_LENGTHS).map((name) => [name, textOf(columnOf(name))]);
  const filled = Object.fromEntries(texts.filter(([, text]) => text !== ''));
  const submission = JSON.stringify({ ...filled, goodFaithStatement: true, accuracyStatement: true });
  await addPaper(tx, notice.id, seal, {
    what: 'submission',
    text: submission,
    by: null,
    at: caseRow.received_at,
  });
  const { decided_at: decidedAt, decided_by: by, restored_at: restoredAt, restored_by: restorer } = caseRow;
  const [note, reason] = [textOf('admin_notes'), textOf('restore_reason')];
  if (note && decidedAt) await addPaper(tx, notice.id, seal, { what: 'note', text: note, by, at: decidedAt });
  if (reason && restoredAt)
    await addPaper(tx, notice.id, seal, { what: 'reason', text: reason, by: restorer, at: restoredAt });
}

function columnOf(name: string): keyof FormerNotice {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof FormerNotice;
}
