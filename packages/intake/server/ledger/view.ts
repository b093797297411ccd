import { type Decision, isLeftOut, RunLedgerEntry, SourceOutcome } from '@vesper/contract';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { AddressRow, OutcomeRow, RunLedgerRow } from './ledger-queries.ts';
import { adviceFor } from './outcome.ts';

const SENTENCES: Record<Decision, string> = {
  new: 'The address was queued for download.',
  known: 'The address was already known.',
  duplicate: 'The source lists the same video under another address, which is already in the library.',
  blocked: 'The address is blocked: its video was removed and will not be imported again.',
  robots: "The site's robots.txt does not allow this address to be fetched.",
  over_quota: 'There was no room left: the target or the daily quota was used up.',
  no_video: 'No video was found at this address.',
  failed: 'The download failed.',
};

/** The current state takes precedence over earlier decisions. */
export function reasonOf(row: AddressRow): string {
  if (row.block_reason !== null) return `The address is blocked: ${row.block_reason}`;
  return videoSentence(row) ?? jobSentence(row) ?? ledgerSentence(row);
}

function videoSentence(row: AddressRow): string | undefined {
  const { decision, video_id, video_status, video_title } = row;
  const title = `"${video_title}"`;
  if (video_id === null || video_status === 'processing') return undefined;
  if (decision === 'duplicate') return `It is a duplicate of the video ${title} (${video_id}).`;
  if (video_status === 'removed') return SENTENCES.blocked;
  if (video_status === 'hidden')
    return `It is in the library as the video ${title}, which is currently hidden.`;
  return `It is in the library as the video ${title}.${visitSentence(row)}`;
}

function visitSentence({ visited_at, visit_outcome }: AddressRow): string {
  if (visited_at === null) return '';
  return ` Its page changed and was revisited at ${visited_at.toISOString()}: ${visit_outcome}`;
}

function jobSentence(row: AddressRow): string | undefined {
  if (row.job_status === 'pending') return 'It is waiting in the download queue.';
  if (row.job_status === 'processing') return 'It is being downloaded.';
  if (row.job_cancelled_at !== null) return 'Its download was cancelled.';
  if (row.job_status !== 'failed' || row.job_error === null) return undefined;
  const what = isLeftOut(row.job_error_class) ? 'was skipped' : 'failed';
  return withRetry(`Its download ${what}: ${row.job_error}`, row.job_retry_at);
}

/** For no video in the ledger: the other address was queued, or its video was deleted since. */
const OF_ANOTHER_ADDRESS =
  'The source listed the same video under another address, which was in the library or the download queue. If that is gone, a crawl may add this address.';

function ledgerSentence(row: AddressRow): string {
  if (row.decision === 'duplicate' && !row.had_video) return OF_ANOTHER_ADDRESS;
  if (isGone(row)) return 'Its video is gone. A crawl may add the address again.';
  if (row.decision === null) return 'No source has listed this address, and it was not added by hand.';
  if (row.decision === 'new')
    return 'It was queued for download, but its job is gone. A crawl may add it again.';
  if (row.decision === 'over_quota') return `${SENTENCES.over_quota} A later crawl may add it.`;
  return withRetry(row.detail ?? SENTENCES[row.decision], row.retry_at);
}

function isGone({ decision, video_id, job_status }: AddressRow): boolean {
  if (video_id !== null || decision === 'blocked') return false;
  return decision === 'known' || decision === 'duplicate' || job_status === 'completed';
}

function withRetry(sentence: string, at: Date | null): string {
  return at === null
    ? sentence
    : `${sentence} A crawl may retry it after ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
}

export function toRunLedgerEntry(row: RunLedgerRow): RunLedgerEntry {
  return viewOf(RunLedgerEntry, row, {
    isPutOff: row.decision === 'failed' && isLeftOut(row.error_class),
    reason: entryReason(row),
    decidedAt: row.last_decided_at.toISOString(),
  });
}

export function toSourceOutcome(row: OutcomeRow): SourceOutcome {
  return viewOf(SourceOutcome, row, {
    example: { url: row.url, reason: entryReason(row), decidedAt: row.last_decided_at.toISOString() },
    advice: adviceFor(row.decision, row.error_class),
  });
}

function entryReason({
  detail,
  decision,
  retry_at,
}: Pick<AddressRow, 'detail' | 'retry_at'> & { decision: Decision }) {
  return withRetry(detail ?? SENTENCES[decision], retry_at);
}
