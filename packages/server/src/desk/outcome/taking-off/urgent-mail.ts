import type { DomainConfig } from '@vesper/contract';
import type { Db } from '../../../kernel/db/pool.ts';
import { formatMoment } from '../../../kernel/lib/text/format-moment.ts';
import { countMailsSince, putMail, sentBy } from '../../../site/mail/index.ts';
import type { CaseParts, CaseRow } from '../../cases/index.ts';
import { type Left, whyLeft } from './hide.ts';

const KIND = 'case-urgent';
const HOUR_MS = 3600 * 1000;
/** The rest stands in the digest. */
const MOST_AN_HOUR = 5;

/**
 * To the operator, at once: a case that cannot wait for the digest. It says nothing of persons.
 */
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
      ? 'A notice says that somebody under 18 is shown'
      : 'A notice names videos that it may not hide';
  const mail = {
    ...sentBy(domain),
    ...{ kind: KIND, to },
    subject: `Urgent: case ${caseRow.id} waits for you`,
    body: `${what} at ${domain.siteName} (${domain.domain}).

Case:     ${caseRow.id}
Received: ${formatMoment(caseRow.received_at)}
Due:      ${caseRow.due_at ? formatMoment(caseRow.due_at) : 'at once'}

${hiding.left > 0 ? stillShown(hiding) : 'What it names, as far as we found it, is off the site.'} Please look at it in the back office.
`,
  };
  await putMail(tx, queue, mail, { now, priority: caseRow.rank });
}

function stillShown(hiding: Left): string {
  const { left } = hiding;
  const videos = left === 1 ? 'One video that it names is' : `${left} videos that it names are`;
  return `${videos} STILL ON THE SITE: ${whyLeft(hiding)}.`;
}
