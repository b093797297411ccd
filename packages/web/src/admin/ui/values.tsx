import { type ComponentProps, Fragment, type ReactNode, useEffect, useState } from 'react';
import { exactTime, relativeTime } from './value-text.ts';

/** A URL or file name that wraps after punctuation rather than within words. */
export function Address({ text }: { text: string }) {
  return text.split(/(?<=[/.\-?&=_,:%+#@])(?![/.\-?&=_,:%+#@])/).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names and do not move.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

const TICK_MS = 30_000;

interface MomentProps {
  at: string | null | undefined;
  none?: string;
  /** Instead of "5 minutes ago"; `now` in milliseconds. */
  words?: (at: string, now: number) => ReactNode;
}

/** Kept up to date, with the exact time on hover and for screen readers. */
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

interface NameCellProps {
  name: ReactNode;
  href?: string | undefined;
  children?: ReactNode;
}

export function NameCell({ name, href, children }: NameCellProps) {
  const look = 'font-semibold wrap-anywhere';
  return (
    <>
      {href ? (
        <a className={`${look} hover:underline`} href={href}>
          {name}
        </a>
      ) : (
        <span className={look}>{name}</span>
      )}
      {children && <p className="mt-0.5 text-xs wrap-anywhere text-muted">{children}</p>}
    </>
  );
}

export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'calm';

export interface BadgeWord {
  word: string;
  tone: Tone;
}

const TONES: Record<Tone, string> = {
  good: 'text-good',
  busy: 'text-primary-text',
  warn: 'text-warn',
  bad: 'text-danger',
  calm: 'text-muted',
};

/** A state as a word and a colour, never the colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full border border-current/40 bg-ground px-2 py-0.5 text-xs font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  );
}

export function WordBadge({ word, tone }: BadgeWord) {
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

export function TextLink({ className = '', ...link }: ComponentProps<'a'>) {
  return <a className={`text-primary-text hover:underline ${className}`} {...link} />;
}

export function OutsideLink(link: ComponentProps<'a'>) {
  return <TextLink target="_blank" rel="noreferrer noopener nofollow" {...link} />;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

interface FactsProps {
  /** Facts without a value are left out. */
  of: Readonly<Record<string, ReactNode>>;
  className: string;
  look?: string;
}

const saidIn = (of: FactsProps['of']) =>
  Object.entries(of).filter(([, value]) => value !== undefined && value !== null && value !== false);

/** Names beside values. */
export function FactList({ of, className }: FactsProps) {
  return (
    <dl className={className}>
      {saidIn(of).map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}

/** Names above values. */
export function Facts({ of, className, look = '' }: FactsProps) {
  return (
    <dl className={className}>
      {saidIn(of).map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className={`wrap-anywhere ${look}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Indeterminate without `percent`. */
export function ProgressBar({ percent, label }: { percent: number | undefined; label: string }) {
  return (
    <progress
      max={100}
      {...(percent === undefined ? {} : { value: percent })}
      aria-label={label}
      className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-raised [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-primary"
    />
  );
}
