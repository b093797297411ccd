import type { VideoSource } from '@vesper/contract';
import { Moment, StatusBadge, type Tone } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';

type Standing = Pick<VideoSource, 'enabled' | 'pauses' | 'lastReading'>;

/** An unreadable source is enabled, not active. */
export function SourceStatus({ source }: { source: Standing }) {
  const isUnread = source.enabled && source.lastReading?.result === 'not_read';
  const word = isUnread ? 'Enabled' : enabledWord(source);
  const words = source.enabled && source.pauses.length > 0 ? `${word}, paused` : word;
  return <StatusBadge tone={standingTone(source)}>{words}</StatusBadge>;
}

export function EnabledBadge({ source }: { source: Standing }) {
  return <StatusBadge tone={standingTone(source)}>{enabledWord(source)}</StatusBadge>;
}

function enabledWord({ enabled }: Standing): string {
  return enabled ? 'Active' : 'Disabled';
}

/** Green only if it can deliver videos: an active source may be paused or unreadable. */
function standingTone({ enabled, pauses, lastReading }: Standing): Tone {
  if (!enabled) return 'calm';
  const isWell = pauses.length === 0 && (lastReading === null || lastReading.result === 'read');
  return isWell ? 'good' : 'warn';
}

export function StrikesBadge({ strikes }: { strikes: number }) {
  if (strikes === 0) return null;
  return <StatusBadge tone={strikes >= 3 ? 'bad' : 'warn'}>{countText(strikes, 'strike')}</StatusBadge>;
}

type Read = Pick<VideoSource, 'lastReading'>;

export function ReadingBadge({ source: { lastReading } }: { source: Read }) {
  if (lastReading?.result === 'not_read') return <StatusBadge tone="bad">Cannot be read</StatusBadge>;
  if (lastReading?.result === 'in_part') return <StatusBadge tone="warn">Partly readable</StatusBadge>;
  return null;
}

/** Empty if everything could be read. */
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
          , the same since <Moment at={since} />
        </>
      )}
      .
    </p>
  );
}
