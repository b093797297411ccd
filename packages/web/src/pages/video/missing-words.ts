import type { GonePage } from '@vesper/contract';
import { formatDay } from '../../ui/format.ts';

/** What the page of a video says that is not there: of a takedown its receipt. */
export function missingWords(gone: GonePage | undefined): { title: string; text: string } {
  const removal = gone?.removal;
  if (!removal) return { title: 'Video Not Found', text: "The video you're looking for doesn't exist." };
  const { caseId, day, after } = removal;
  const why = after === null ? '' : ` after ${after}`;
  return {
    title: 'Video Removed',
    text: `This video was removed on ${formatDay(day)}${why}. Case number: ${caseId}`,
  };
}
