import type { DomainConfig } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { countMailsSince, putMail, sentBy } from '../../site/mail/index.ts';
import type { CaseParts, CaseRow } from '../cases/index.ts';

const KIND = 'case-urgent';
const HOUR_MS = 3600 * 1000;
/** The rest stands in the digest. */
const MOST_AN_HOUR = 5;

/** To the operator, at once: a case that cannot wait for the digest. It says nothing of persons. */
export async function putUrgentMail(
  tx: Db,
  { queue }: Pick<CaseParts, 'queue'>,
  { kase, domain, now }: { kase: CaseRow; domain: DomainConfig; now: Date },
): Promise<void> {
  const to = domain.contactEmail;
  const since = new Date(now.getTime() - HOUR_MS);
  if ((await countMailsSince(tx, { to, kind: KIND, since })) >= MOST_AN_HOUR) return;
  const mail = {
    ...sentBy(domain),
    ...{ kind: KIND, to },
    subject: `Urgent: case ${kase.id} waits for you`,
    body: `A notice says that somebody under 18 is shown at ${domain.siteName} (${domain.domain}).

Case:     ${kase.id}
Received: ${formatMoment(kase.received_at)}
Due:      ${kase.due_at ? formatMoment(kase.due_at) : 'at once'}

What it names, as far as we found it, is off the site. Please look at it in the back office.
`,
  };
  await putMail(tx, queue, mail, { now, priority: kase.rank });
}
