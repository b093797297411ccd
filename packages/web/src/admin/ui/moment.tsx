import { useEffect, useState } from 'react';
import { exactTime, relativeTime } from './moment-text.ts';

const TICK_MS = 30_000;

/** A moment as "5 minutes ago", the exact one on hover and for screen readers' reading on; kept up to date. */
export function Moment({ at, none = 'never' }: { at: string | null | undefined; none?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <span className="text-muted">{none}</span>;
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {relativeTime(at, Math.max(now, Date.now()))}
    </time>
  );
}
