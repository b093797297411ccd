import { caseFormOf, type GonePage } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { isGoneCategory } from '@vesper/library/topics';
import { selectGoneVideo } from '@vesper/library/videos';
import { isGoneKeyword } from '@vesper/words/keywords';

export type PageWanted = Parameters<Handlers['transparency']['gone']>[0];

/**
 * Whether a missing page is gone for good (RFC 9110, 410): removed, taken down or deleted, not hidden by an undecided
 * notice. Gives the reason only of a takedown.
 */
export async function isGone(db: Db, { page, slug, lang = '' }: PageWanted): Promise<GonePage> {
  if (page === 'video') return goneVideo(db, slug);
  const gone = page === 'category' ? isGoneCategory(db, slug) : isGoneKeyword(db, { lang, slug });
  return { gone: await gone };
}

async function goneVideo(db: Db, id: string): Promise<GonePage> {
  const found = await selectGoneVideo(db, id);
  if (!found?.case_id || !found.removed_at) return { gone: found !== undefined };
  const receipt = caseFormOf(found.kind ?? '')?.receipt;
  if (!receipt) return { gone: true };
  const { words: after, hasNumber, hasCounterNotice = false } = receipt;
  const caseId = hasNumber ? found.case_id : null;
  return { gone: true, removal: { day: dayOf(found.removed_at), after, caseId, hasCounterNotice } };
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
