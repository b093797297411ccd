import type { GonePage } from '@vesper/contract';
import { formatDay } from '../../ui/format.ts';

/** After a takedown, with its case number. */
export function missingWords(gone: GonePage | undefined): { title: string; text: string } {
  const removal = gone?.removal;
  if (!removal) return { title: 'Video Not Found', text: "The video you're looking for doesn't exist." };
  const { day, after, caseId } = removal;
  const number = caseId === null ? '' : ` Case number: ${caseId}`;
  return {
    title: 'Video Removed',
    text: `This video was removed on ${formatDay(day)} after ${after}.${number}`,
  };
}
