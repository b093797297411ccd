import { adminHref, type RunLedgerEntry } from '@vesper/contract';
import { TextLink } from '../../ui/values.tsx';

/** What an address became: its video and its download. */
export function ResultLinks({ videoId, jobId }: Pick<RunLedgerEntry, 'videoId' | 'jobId'>) {
  return (
    <>
      {videoId && <TextLink href={adminHref('video', videoId)}>Video</TextLink>}
      {jobId && <TextLink href={adminHref('job', jobId)}>Download</TextLink>}
    </>
  );
}
