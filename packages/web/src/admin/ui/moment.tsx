import { type ReactNode, useEffect, useState } from 'react';
import { exactTime, relativeTime } from './moment-text.ts';

const TICK_MS = 30_000;

interface MomentProps {
  at: string | null | undefined;
  none?: string;
  /** What is said of it at a moment, in milliseconds, instead of "5 minutes ago". */
  words?: (at: string, now: number) => ReactNode;
}

/** "5 minutes ago", kept up to date, with the exact time on hover and for screen readers. */
export function Moment({ at, none = 'never', words = relativeTime }: MomentProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!at) return <span className="text-muted">{none}</span>;
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {words(at, Math.max(now, Date.now()))}
    </time>
  );
}
