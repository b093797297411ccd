import { recordSystemEvent } from '@vesper/access/audit';
import { type CallOutput, CaseProposal, type ProposedAct, type Routes } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { openSealOf } from '@vesper/core/db/sealed/row-seal.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type CaseRow, lockCase, putTargets } from '../case-queries.ts';
import { type CaseParts, requireCase } from '../cases.ts';
import { groundNamed, requireGround } from '../kinds/index.ts';
import { sealOf } from '../sealing/case-seal.ts';
import { addPaper, openPaper } from '../sealing/papers.ts';
import { selectPaper, tellPapers } from '../sealing/queries.ts';
import { requireStep } from '../steps.ts';
import {
  endWaiting,
  hasSeveralAdministrators,
  insertProposal,
  isAsOld,
  type ProposalRow,
  selectProposal,
  selectProposals,
  selectWaiting,
} from './proposal-queries.ts';

export function needsSecond(
  { config: { secondReview } }: Pick<CaseParts, 'config'>,
  kind: string,
  act: ProposedAct,
): boolean {
  if (kind === 'minor' && secondReview.includes('minor')) return true;
  return act === 'restore' && secondReview.includes('restore');
}

export interface NewProposal {
  id: string;
  act: ProposedAct;
  ground?: string | undefined;
  category?: string | undefined;
  text?: string | null | undefined;
  by: string;
}

/**
 * Proposes an act for a second administrator to confirm. Throws not_found, bad_request for an unknown ground, conflict.
 */
export async function propose(
  { db, keys, clock }: CaseParts,
  { id, act, ground, category, text, by }: NewProposal,
): Promise<string> {
  await db.transaction().execute(async (tx) => {
    const caseRow = await requireCase(tx, id);
    requireStep(caseRow, act);
    const waiting = await selectWaiting(tx, id);
    if (waiting) {
      const sentence = `${waiting.proposed_by} already made a proposal in this case. It must be confirmed or rejected first.`;
      throw new AppError('conflict', sentence);
    }
    const now = clock.now();
    const seal = await sealOf(tx, keys, caseRow, now);
    const chosen = act === 'approve' ? requireGround(caseRow.kind, ground) : null;
    const digest = text ? await addPaper(tx, id, seal, { what: 'proposal', text, by, at: now }) : null;
    const proposal = await insertProposal(tx, {
      ...{ case_id: id, act, ground: chosen, category: category ?? null, paper_digest: digest },
      ...{ proposed_at: now, proposed_by: by },
    });
    const after = { kind: caseRow.kind, proposal, act, ground: chosen, by, papers: await tellPapers(tx, id) };
    await recordSystemEvent(tx, clock, { action: 'cases.propose', subject: id, after });
  });
  return 'Proposed. It takes effect once a second administrator confirms it.';
}

/** Throws not_found, conflict, unavailable. */
export async function openProposal(
  { db, keys }: Pick<CaseParts, 'db' | 'keys'>,
  id: string,
): Promise<ProposalRow & { text: string | undefined }> {
  const proposal = await requireProposal(db, id);
  if (proposal.ended_at) throw ended();
  const { paper_digest: digest, case_id: caseId } = proposal;
  if (!digest) return { ...proposal, text: undefined };
  const paper = await selectPaper(db, caseId, digest);
  const seal = await openSealOf(db, keys, caseId);
  const text = paper && openPaper(seal, paper)?.text;
  if (text === undefined) throw new AppError('conflict', 'The text of this proposal can no longer be read.');
  return { ...proposal, text };
}

export interface Seconded {
  act: ProposedAct;
  by: string | null;
  proposal?: string | undefined;
  now: Date;
}

/** Ends the proposal that an act on a locked case carries out; returns what to audit. Throws conflict without it. */
export async function requireSecond(
  tx: Db,
  cases: Pick<CaseParts, 'config'>,
  caseRow: CaseRow,
  { act, by, proposal: id, now }: Seconded,
): Promise<{ proposal?: string; proposedBy?: string }> {
  if (id === undefined) {
    if (by === null || !needsSecond(cases, caseRow.kind, act)) return {};
    throw new AppError('conflict', 'This needs a second administrator: it must be proposed first.');
  }
  const waiting = await selectWaiting(tx, caseRow.id);
  if (waiting?.id !== id || waiting.act !== act) throw ended();
  if (waiting.proposed_by === by)
    throw new AppError('conflict', 'You proposed this yourself: another administrator must confirm it.');
  // The proposer could have added an account or reset a password.
  if (!(await isAsOld(tx, by, waiting.proposed_at)))
    throw new AppError(
      'conflict',
      'Your account or its password is newer than the proposal. Another administrator must confirm it, or it must be rejected and proposed again.',
    );
  await endWaiting(tx, caseRow.id, { ending: 'confirmed', by, now });
  return { proposal: id, proposedBy: waiting.proposed_by };
}

/** Refuses a proposal, or withdraws one's own. Throws not_found, conflict. */
export async function endProposal(
  { db, clock }: Pick<CaseParts, 'db' | 'clock'>,
  { id, by }: { id: string; by: string },
): Promise<{ caseId: string; message: string }> {
  const { case_id: caseId, proposed_by: proposedBy, act } = await requireProposal(db, id);
  const isOwn = proposedBy === by;
  await db.transaction().execute(async (tx) => {
    const { kind } = await requireCase(tx, caseId);
    if ((await selectWaiting(tx, caseId))?.id !== id) throw ended();
    await endWaiting(tx, caseId, { ending: isOwn ? 'withdrawn' : 'refused', by, now: clock.now() });
    const after = { kind, proposal: id, act, proposedBy, by };
    await recordSystemEvent(tx, clock, { action: 'cases.refuse', subject: caseId, after });
  });
  return {
    caseId,
    message: isOwn ? 'You have withdrawn the proposal.' : 'The proposal was rejected; nothing has changed.',
  };
}

/** Voids a locked case's proposal: the case now names or says more. Writes the audit log: last in its transaction. */
export async function voidWaiting(
  tx: Db,
  { id, kind }: Pick<CaseRow, 'id' | 'kind'>,
  now: Date,
): Promise<void> {
  const proposal = await endWaiting(tx, id, { ending: 'void', by: null, now });
  if (proposal === undefined) return;
  const after = { kind, proposal };
  await recordSystemEvent(tx, { now: () => now }, { action: 'cases.void', subject: id, after });
}

async function requireProposal(db: Db, id: string): Promise<ProposalRow> {
  const proposal = await selectProposal(db, id);
  if (!proposal) throw new AppError('not_found', 'This proposal does not exist.');
  return proposal;
}

function ended(): AppError {
  return new AppError(
    'conflict',
    'This proposal is no longer pending. Reload to see the current state of the case.',
  );
}

/** Points cases at the video that replaces a deleted one; voids proposals made when the cases named less. */
export async function giveTargets(
  tx: Db,
  targets: readonly { caseId: string; position: number }[],
  videoId: string,
  now = new Date(),
): Promise<void> {
  if (targets.length === 0) return;
  for (const caseId of await putTargets(tx, targets, videoId)) {
    // Auditing locks the end of the log until the commit: only if needed.
    const caseRow = (await selectWaiting(tx, caseId)) && (await lockCase(tx, caseId));
    if (caseRow) await voidWaiting(tx, caseRow, now);
  }
}

const MOST_SHOWN = 200;

export async function listProposals(
  { db, config }: Pick<CaseParts, 'db' | 'config'>,
  { caseId, for: name }: { caseId: string | undefined; for: string },
): Promise<CallOutput<Routes['proposals']['list']>> {
  const rows = await selectProposals(db, { caseId, limit: MOST_SHOWN });
  return {
    proposals: rows.map((row) =>
      viewOf(CaseProposal, row, {
        groundWords: row.ground && (groundNamed(row.kind, row.ground)?.words ?? row.ground),
        isYours: row.proposed_by === name,
      }),
    ),
    needed: [...config.secondReview],
    hasSecond: await hasSeveralAdministrators(db),
  };
}
