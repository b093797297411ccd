import { addressesIn, copyright, type DmcaFields } from '@vesper/contract';
import { type ReportParts, readFilled, type TakenIn, takeIn, type Visitor } from '../reports/index.ts';
import { noticeOf } from './notice.ts';
import { insertNotice } from './queries.ts';
import { sealedNotice } from './sealed-notice.ts';

export type Submission = Partial<Record<keyof DmcaFields, unknown>> & {
  videoId?: string | null | undefined;
  proof?: string | null | undefined;
};

/** Accepts a notice. Throws bad_request with what is wrong by field, or too_many_requests. */
export function submitNotice(
  reports: ReportParts,
  { videoId, proof, ...submission }: Submission,
  visitor: Visitor,
): Promise<TakenIn> {
  const filled = readFilled(copyright, submission);
  const notice = noticeOf(filled);
  const arrival = {
    ...{ form: copyright, filled, videoId, proof, visitor },
    // The form has room for one address; others may stand in its free text.
    others: addressesIn(notice.additionalInfo),
  };
  return takeIn(reports, arrival, (tx, { caseRow, seal }) =>
    insertNotice(tx, sealedNotice(notice, seal), caseRow),
  );
}
