import { counterNotice, pageHref, ReportStatus } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { lockMerges } from '@vesper/library/videos';
import {
  type CaseRow,
  CONFIRMED_RANK,
  copyOf,
  disagrees,
  everythingSaid,
  formOf,
  keepsOff,
  linkHash,
  putCaseMail,
  requireCase,
  requireStep,
  sealOf,
  selectWindow,
  step,
  updateCase,
} from '../cases/index.ts';
import { hideNamed, restoreCase } from '../outcome/index.ts';
import { answerCase } from './counter-notices.ts';
import { findByLink, selectTargets } from './queries.ts';
import type { ReportParts } from './take-in.ts';

/** Per mailbox: its owner asked for each. */
const MOST_COPIES_A_DAY = 50;

type LinkParts = Pick<ReportParts, 'db' | 'caseLinks' | 'config'>;

/** Throws not_found. */
export async function reportStatus(parts: LinkParts, token: string): Promise<ReportStatus> {
  const caseRow = await caseOf(parts.db, 'token_hash', token);
  return statusOf(parts, caseRow, isOwn(parts, caseRow, token));
}

/** Throws not_found. */
export async function confirmation({ db }: Pick<ReportParts, 'db'>, token: string) {
  const { id, kind, confirmed_at: at } = await caseOf(db, 'confirm_hash', token);
  return { id, kind, isConfirmed: at !== null };
}

/** Mails a copy and hides what the kind hides. Idempotent. Returns the private page's path. */
export async function confirmReport(parts: ReportParts, token: string): Promise<string> {
  const { id } = await caseOf(parts.db, 'confirm_hash', token);
  const statusPath = pageHref.reportStatus(parts.caseLinks.confirm(id));
  await transaction(
    parts.db,
    async (tx) => {
      await lockMerges(tx);
      const caseRow = await requireCase(tx, id);
      if (caseRow.confirmed_at) return;
      const now = parts.clock.now();
      await putCopy(tx, parts, { ...caseRow, confirmed_at: now }, now);
      const fields = { rank: caseRow.rank + CONFIRMED_RANK, confirmed_at: now };
      const confirmed = await hideNamed(tx, parts, {
        ...{ caseRow: await updateCase(tx, id, fields), isNew: false, now },
      });
      if (caseRow.state === 'unconfirmed') await step(tx, confirmed, { event: 'confirm', now, by: null });
      await answerCase(tx, parts, id);
    },
    { retry: ['deadlock'] },
  );
  return statusPath;
}

async function putCopy(tx: Db, parts: ReportParts, caseRow: CaseRow, now: Date): Promise<void> {
  const form = formOf(caseRow.kind);
  const seal = await sealOf(tx, parts.keys, caseRow, now);
  const filled = await everythingSaid(tx, caseRow.id, seal);
  const to = filled[form.parts.email ?? ''];
  if (typeof to !== 'string') return;
  const mail = {
    ...({ name: 'copy', kind: 'notice-copy' } as const),
    ...{ to, values: { received: formatMoment(caseRow.received_at) }, attached: copyOf(form, filled) },
  };
  await putCaseMail(tx, parts, { caseRow, seal }, mail, {
    now,
    mostADay: MOST_COPIES_A_DAY,
    priority: caseRow.rank,
  });
}

/** Also restores what the notice hid. Throws bad_request, conflict. */
export async function withdrawReport(
  parts: ReportParts,
  token: string,
  isSure: unknown,
): Promise<ReportStatus> {
  const { id } = await caseOf(parts.db, 'token_hash', token);
  if (isSure !== true)
    throw new AppError('bad_request', 'Please tick that you withdraw it.', { isSure: 'Please tick this' });
  await restoreCase(
    parts,
    { id, event: 'withdraw', reason: 'Its sender withdrew the notice.', by: null },
    async (_tx, caseRow) => {
      requireOwn(parts, caseRow, token);
      requireStep(caseRow, 'withdraw');
      // A complainant may undo their own takedown.
      const isOwn = caseRow.kind === 'copyright' && caseRow.confirmed_at !== null;
      if (!caseRow.is_open && !isOwn)
        throw new AppError('conflict', 'This notice has been decided: please reply to our email.');
      if (caseRow.kind === 'minor')
        throw new AppError('conflict', 'Reports about somebody under 18 are always reviewed.');
    },
  );
  return reportStatus(parts, token);
}

/** An impostor knows the first page: once confirmed, a notice belongs to the mailbox's owner alone. */
function isOwn(
  { caseLinks }: Pick<ReportParts, 'caseLinks'>,
  { id, confirmed_at: confirmedAt }: CaseRow,
  token: string,
): boolean {
  return confirmedAt === null || linkHash(token).equals(linkHash(caseLinks.confirm(id)));
}

/** Throws conflict. Lock the case, so that it is not confirmed meanwhile. */
export function requireOwn(parts: Pick<ReportParts, 'caseLinks'>, caseRow: CaseRow, token: string): void {
  if (!isOwn(parts, caseRow, token))
    throw new AppError(
      'conflict',
      'This notice is confirmed: to add to it or to withdraw it, use the link in the emails you have received since.',
    );
}

/** Throws not_found. */
export async function caseOf(db: Db, link: 'token_hash' | 'confirm_hash', token: string): Promise<CaseRow> {
  const hash = linkHash(token);
  const caseRow =
    (await findByLink(db, link, hash)) ?? (link === 'token_hash' ? await findOwned(db, hash) : undefined);
  if (!caseRow) throw new AppError('not_found', 'This notice does not exist.');
  return caseRow;
}

/** By the mailbox's own link, which leads to its owner's page once confirmed. */
async function findOwned(db: Db, hash: Buffer): Promise<CaseRow | undefined> {
  const caseRow = await findByLink(db, 'confirm_hash', hash);
  return caseRow?.confirmed_at ? caseRow : undefined;
}

/** A counter-notice wants its videos back. */
function isHolding(caseRow: CaseRow): boolean {
  if (caseRow.kind === counterNotice.kind) return false;
  return keepsOff(caseRow) || (caseRow.is_open && caseRow.hidden_at !== null);
}

async function statusOf(
  { db, config }: LinkParts,
  caseRow: CaseRow,
  isOwnLink: boolean,
): Promise<ReportStatus> {
  const targets = (await selectTargets(db, caseRow.id)).map(({ shape, video_id: videoId }) => ({
    shape: shape as ReportStatus['targets'][number]['shape'],
    videoId,
  }));
  // A forwarded counter-notice has the dates of its case.
  const isForwarded = caseRow.kind === counterNotice.kind && caseRow.state === 'approved';
  const window = await selectWindow(db, isForwarded ? (caseRow.about_case_id ?? caseRow.id) : caseRow.id);
  return viewOf(ReportStatus, caseRow, {
    targets,
    hasMailbox: caseRow.mailbox_mac !== null && Boolean(config.smtp),
    isConfirmed: caseRow.confirmed_at !== null,
    isOwn: isOwnLink,
    comesBack: window ? { opens: window.opens.toISOString(), closes: window.closes.toISOString() } : null,
    isHidden: isHolding(caseRow),
    disagrees: disagrees(targets),
  });
}
