import { adminHref, type RunLedgerEntry } from '@vesper/contract';

/** What an address became: its video and its download. */
export function ResultLinks({ videoId, jobId }: Pick<RunLedgerEntry, 'videoId' | 'jobId'>) {
  return (
    <>
      {videoId && (
        <a className="text-primary-text hover:underline" href={adminHref('video', videoId)}>
          Video
        </a>
      )}
      {jobId && (
        <a className="text-primary-text hover:underline" href={adminHref('job', jobId)}>
          Download
        </a>
      )}
    </>
  );
}
