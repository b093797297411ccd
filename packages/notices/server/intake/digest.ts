import type { DomainConfig } from '@vesper/contract';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { createDomainDirectory } from '@vesper/site/domains';
import { lastMailTo, type NewMail, putMail, sentBy } from '@vesper/site/mail';
import type { CaseParts } from '../cases/index.ts';
import { type DigestLine, selectDigest, selectDomainsWithNews } from './queries.ts';

const KIND = 'case-digest';
const MINUTE_MS = 60_000;
const BETWEEN_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

type DigestParts = Pick<CaseParts, 'db' | 'queue' | 'clock'>;

/** Tells each domain's operator about new notices, at most every quarter of an hour. */
export async function sendDigests({ db, queue, clock }: DigestParts): Promise<void> {
  const now = clock.now();
  const domains = createDomainDirectory(db);
  for (const domain of await selectDomainsWithNews(db, new Date(now.getTime() - DAY_MS)))
    await sendDigest({ db, queue }, await domains.configFor(domain), now);
}

async function sendDigest(
  { db, queue }: Pick<DigestParts, 'db' | 'queue'>,
  domain: DomainConfig,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const last = await lastMailTo(tx, { to: domain.contactEmail, kind: KIND, domain: domain.domain });
    if (last && now.getTime() - last.getTime() < BETWEEN_MS) return;
    const since = last ?? new Date(now.getTime() - DAY_MS);
    const kinds = await selectDigest(tx, { domain: domain.domain, since, now });
    if (!kinds.some(({ arrived }) => arrived > 0)) return;
    await putMail(tx, queue, digestMail(domain, kinds, since), { now });
  });
}

/** Counts only: no personal data. */
function digestMail(domain: DomainConfig, kinds: readonly DigestLine[], since: Date): NewMail {
  const arrived = kinds.reduce((sum, one) => sum + one.arrived, 0);
  const lines = kinds.map(
    (one) =>
      `- ${one.kind}: ${one.arrived} new, ${one.waiting} waiting${one.overdue > 0 ? `, ${one.overdue} overdue` : ''}${
        one.next_due ? `, next due ${formatMoment(one.next_due)}` : ''
      }`,
  );
  return {
    ...sentBy(domain),
    ...{ kind: KIND, to: domain.contactEmail },
    subject: `${arrived} new ${arrived === 1 ? 'notice' : 'notices'} at ${domain.siteName}`,
    body: `At ${domain.siteName} (${domain.domain}), since ${formatMoment(since)}:

${lines.join('\n')}

The back office lists them in order of priority.
`,
  };
}
