import { pageHref } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import {
  type CaseMail,
  type CaseRow,
  type CaseSeal,
  COUNTERED_KINDS,
  domainOf,
  type MailParts,
  putCaseMail,
  rulesOf,
} from '../cases/index.ts';
import { type SourceVideo, selectSourceVideos } from './taking-off/take-off-queries.ts';

const MOST_NAMED = 50;

interface SourceNews {
  caseRow: CaseRow;
  seal: CaseSeal;
  what: 'taken_off' | 'restored';
  videoIds: readonly string[];
  now: Date;
}

/**
 * One mail per source with a contact, in the caller's transaction, without anything about the notice's sender. Skips
 * kinds that sources must not learn of. Returns how many were told.
 */
export async function tellSources(
  tx: Db,
  cases: MailParts,
  { caseRow, seal, what, videoIds, now }: SourceNews,
): Promise<number> {
  const { sourceHears } = rulesOf(caseRow.kind);
  if (sourceHears === null || videoIds.length === 0) return 0;
  const videos = await selectSourceVideos(tx, videoIds);
  if (videos.length === 0) return 0;
  const domain = await domainOf(cases, caseRow);
  let told = 0;
  const toAnswer = COUNTERED_KINDS.includes(caseRow.kind);
  const counterForm = toAnswer ? cases.caseLinks.origin(domain) + pageHref.reportForm('counter-notice') : '';
  for (const ofSource of Map.groupBy(videos, (video) => video.source_id).values()) {
    const mail: CaseMail = {
      name: what === 'restored' ? 'source_restored' : 'source_taken_off',
      kind: `source-${what.replace('_', '-')}`,
      to: ofSource[0]?.contact_email ?? '',
      values: { ground: sourceHears, counterForm, videos: inLines(ofSource) },
    };
    if (await putCaseMail(tx, cases, { caseRow, seal }, mail, { now })) told += 1;
  }
  return told;
}

function inLines(videos: readonly SourceVideo[]): string {
  const named = videos.slice(0, MOST_NAMED).map((video) => `${video.title}\n${video.source_url}`);
  const more = videos.length - named.length;
  return [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n\n');
}
