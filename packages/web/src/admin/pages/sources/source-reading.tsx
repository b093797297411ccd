import type { VideoSource } from '@vesper/contract';
import { Moment } from '../../ui/moment.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';

type Read = Pick<VideoSource, 'lastReading'>;

/** Warns that the source cannot be read, or only in part. */
export function ReadingBadge({ source: { lastReading } }: { source: Read }) {
  if (lastReading?.result === 'not_read') return <StatusBadge tone="bad">Cannot be read</StatusBadge>;
  if (lastReading?.result === 'in_part') return <StatusBadge tone="warn">Read in part</StatusBadge>;
  return null;
}

/** What could not be read last time, and since when. Hidden if all was readable. */
export function ReadingNote({ source: { lastReading } }: { source: Read }) {
  if (!lastReading || lastReading.result === 'read') return null;
  const { result, message, at, since } = lastReading;
  return (
    <p className="mt-1 text-xs text-muted">
      <span className={`wrap-anywhere ${result === 'not_read' ? 'text-danger' : 'text-warn'}`}>
        {message}
      </span>{' '}
      Last tried <Moment at={at} />
      {since !== at && (
        <>
          , like this since <Moment at={since} />
        </>
      )}
      .
    </p>
  );
}
