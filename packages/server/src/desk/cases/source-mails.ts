import { type DomainConfig, pageHref } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { type NewMail, sentBy } from '../../site/mail/index.ts';
import type { CaseRow } from './case-queries.ts';
import type { CaseSeal } from './case-seal.ts';
import { type CaseParts, domainOf } from './cases.ts';
import { COUNTERED_KINDS, rulesOf } from './kinds/index.ts';
import { putCaseMail } from './mails.ts';
import { type SourceVideo, selectSourceVideos } from './source-mail-queries.ts';

/** A mail names the first of them. */
const MOST_NAMED = 50;

interface SourceNews {
  kase: CaseRow;
  seal: CaseSeal;
  what: 'taken_off' | 'restored';
  videoIds: readonly string[];
  now: Date;
}

/**
 * Tells the sources of these videos, those that have a contact, what became of them: one mail for each source, in the
 * caller's transaction. It says nothing of who sent the notice, nor what they wrote. Kinds of which a source must not
 * learn tell nothing. Returns how many were told.
 */
export async function tellSources(
  tx: Db,
  cases: Pick<CaseParts, 'queue' | 'keys' | 'configFor' | 'caseLinks'>,
  { kase, seal, what, videoIds, now }: SourceNews,
): Promise<number> {
  const { sourceHears } = rulesOf(kase.kind);
  if (sourceHears === null || videoIds.length === 0) return 0;
  const videos = await selectSourceVideos(tx, videoIds);
  if (videos.length === 0) return 0;
  const domain = await domainOf(cases, kase);
  let told = 0;
  for (const ofSource of Map.groupBy(videos, (video) => video.source_id).values()) {
    const text =
      what === 'restored' ? restoredText(kase) : takenText(kase, sourceHears, cases.caseLinks.origin(domain));
    const mail = sourceMail(domain, kase, { what, text, videos: ofSource });
    if (await putCaseMail(tx, cases, { caseId: kase.id, seal }, mail, { now })) told += 1;
  }
  return told;
}

function sourceMail(
  domain: DomainConfig,
  { id }: CaseRow,
  { what, text, videos }: { what: SourceNews['what']; text: string; videos: readonly SourceVideo[] },
): NewMail {
  const { siteName, contactEmail } = domain;
  const named = videos.slice(0, MOST_NAMED).map((video) => `${video.title}\n${video.source_url}`);
  const more = videos.length - named.length;
  return {
    kind: `source-${what.replace('_', '-')}`,
    ...sentBy(domain),
    to: videos[0]?.contact_email ?? '',
    subject: `Notice ${id}: ${what === 'restored' ? 'your videos are back' : 'videos of yours were taken off'}`,
    body: `${siteName} (${domain.domain}) writes to you because it shows videos of yours.

${text}

${[...named, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n')}

Please name the number when you write to us: answer this mail, or write to ${contactEmail}.
`,
  };
}

function takenText({ id, kind }: CaseRow, hears: string, origin: string): string {
  const taken = `We have taken the videos below off our site ${hears}. They are not taken in again.

Number: ${id}`;
  if (!COUNTERED_KINDS.includes(kind)) return taken;
  return `${taken}

If you think that this is a mistake, or that the material was misidentified, you may send us a counter-notice
(17 U.S.C. 512(g)(3)) with this number. We forward it to the person who complained, and the material comes back after
10 to 14 business days, unless we are told of a court action before:

${origin}${pageHref.reportForm('counter-notice')}`;
}

function restoredText({ id }: CaseRow): string {
  return `The videos below, which we had taken off our site because of a notice, are on it again. Those whose files are gone
are downloaded once more first.

Number: ${id}`;
}
