import { type ComponentProps, Fragment, type ReactNode, useEffect, useState } from 'react';
import { exactTime, relativeTime } from './value-text.ts';

/** An address or file name, with line breaks allowed after punctuation rather than within words. */
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

interface NameCellProps {
  name: ReactNode;
  /** The page of what is named. */
  href?: string | undefined;
  /** A second line. */
  children?: ReactNode;
}

/** The cell that says what a row is about. */
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

/** The name of a value, as a badge has it. */
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

/** A link to another site, in a new tab. */
export function OutsideLink(link: ComponentProps<'a'>) {
  return <TextLink target="_blank" rel="noreferrer noopener nofollow" {...link} />;
}

/** A row of a two-column description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  );
}

interface FactsProps {
  /** Those without a value are left out. */
  of: readonly (readonly [name: string, value: ReactNode])[];
  /** How they are laid out. */
  className: string;
  look?: string;
}

/** Facts that stand next to each other, each below its name. */
export function Facts({ of, className, look = '' }: FactsProps) {
  return (
    <dl className={className}>
      {of.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className={`wrap-anywhere ${look}`}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** A progress bar in percent, or indeterminate without one; `label` names it. */
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
