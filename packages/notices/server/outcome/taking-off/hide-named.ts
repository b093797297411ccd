import type { DomainConfig } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { countMailsSince, putMail, sentBy } from '@vesper/site/mail';
import { type CaseParts, type CaseRow, domainOf, LEFT_RANK, rulesOf, updateCase } from '../../cases/index.ts';
import { hideTargets, isToHide, type Left, planHiding, whyLeft } from './hide.ts';
import { countFirst } from './hide-queries.ts';

/**
 * Hides the reported content of an undecided, locked case, if its kind does, within limits. Anything left ranks the
 * case first, within limits, and the operator is told at once. Hold the lock of merges.
 */
export async function hideNamed(
  tx: Db,
  parts: Pick<CaseParts, 'queue' | 'config' | 'configFor'>,
  { caseRow, isNew, now }: { caseRow: CaseRow; isNew: boolean; now: Date },
): Promise<CaseRow> {
  if (!isToHide(parts.config, caseRow)) return caseRow;
  const hiding = await planHiding(tx, caseRow, now);
  const { left } = hiding;
  const isFirst = left > 0 && caseRow.rank < LEFT_RANK && (await hasRoomFirst(tx, caseRow));
  const ranked = isFirst ? await updateCase(tx, caseRow.id, { rank: caseRow.rank + LEFT_RANK }) : caseRow;
  if (isFirst || (isNew && rulesOf(caseRow.kind).hides === 'received'))
    await putUrgentMail(tx, parts, {
      ...{ caseRow: ranked, hiding, now },
      domain: await domainOf(parts, caseRow),
    });
  return hideTargets(tx, ranked, hiding, now);
}

/** Open cases ranked before all others, as anybody can name more than notices may hide. */
const MOST_FIRST = { unconfirmed: { own: 2, all: 10 }, confirmed: { own: 2, all: 30 } };

async function hasRoomFirst(tx: Db, caseRow: CaseRow): Promise<boolean> {
  const most = MOST_FIRST[caseRow.confirmed_at ? 'confirmed' : 'unconfirmed'];
  const { own, all } = await countFirst(tx, caseRow, LEFT_RANK);
  return own < most.own && all < most.all;
}

const KIND = 'case-urgent';
const HOUR_MS = 3600 * 1000;
/** The rest is in the digest. */
const MOST_AN_HOUR = 5;

/** For a case that cannot wait for the digest; no personal data. */
export async function putUrgentMail(
  tx: Db,
  { queue }: Pick<CaseParts, 'queue'>,
  { caseRow, hiding, domain, now }: { caseRow: CaseRow; hiding: Left; domain: DomainConfig; now: Date },
): Promise<void> {
  const to = domain.contactEmail;
  const since = new Date(now.getTime() - HOUR_MS);
  if ((await countMailsSince(tx, { to, kind: KIND, since })) >= MOST_AN_HOUR) return;
  const what =
    caseRow.kind === 'minor'
      ? 'A notice reports that somebody under 18 is shown'
      : 'A notice reports videos that it may not hide';
  const mail = {
    ...sentBy(domain),
    ...{ kind: KIND, to },
    subject: `Urgent: case ${caseRow.id} needs your attention`,
    body: `${what} at ${domain.siteName} (${domain.domain}).

Case:     ${caseRow.id}
Received: ${formatMoment(caseRow.received_at)}
Due:      ${caseRow.due_at ? formatMoment(caseRow.due_at) : 'at once'}

${hiding.left > 0 ? stillShown(hiding) : 'The reported content, as far as we found it, is hidden.'} Please review it in the back office.
`,
  };
  await putMail(tx, queue, mail, { now, priority: caseRow.rank });
}

function stillShown(hiding: Left): string {
  const { left } = hiding;
  const videos = left === 1 ? 'One reported video is' : `${left} reported videos are`;
  return `${videos} STILL ON THE SITE: ${whyLeft(hiding)}.`;
}
