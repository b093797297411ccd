import type { ReactNode } from 'react';

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
