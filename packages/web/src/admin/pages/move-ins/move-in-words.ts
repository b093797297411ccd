import type { MovedFilmState, MoveIn } from '@vesper/contract';
import type { Tone } from '../../ui/status-badge.tsx';

export const FILM_WORDS: Record<MovedFilmState, string> = {
  waiting: 'Waiting',
  working: 'Being brought',
  here: 'Here',
  duplicate: 'Here before',
  failed: 'Failed',
  undone: 'Undone',
};

/** How many films a move-in has, and how many of them need the worker no more. */
export function filmCounts({ films }: Pick<MoveIn, 'films'>) {
  const total = Object.values(films).reduce((sum, n) => sum + n, 0);
  return { total, ended: total - films.waiting - films.working };
}

export function stateOf(moveIn: Pick<MoveIn, 'films' | 'notedAt' | 'undoneAt'>): {
  words: string;
  tone: Tone;
} {
  const { total, ended } = filmCounts(moveIn);
  if (moveIn.undoneAt !== null) return { words: 'Undone', tone: 'calm' };
  if (moveIn.notedAt === null) return { words: 'Not all noted', tone: 'warn' };
  if (ended < total) return { words: 'Coming in', tone: 'busy' };
  return moveIn.films.failed > 0
    ? { words: 'In, with failures', tone: 'warn' }
    : { words: 'In', tone: 'good' };
}
