import type { MovedFilmState, MoveIn } from '@vesper/contract';
import type { BadgeWord } from '../../ui/values.tsx';

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

export function stateOf(moveIn: Pick<MoveIn, 'films' | 'notedAt' | 'undoneAt'>): BadgeWord {
  const { total, ended } = filmCounts(moveIn);
  if (moveIn.undoneAt !== null) return { word: 'Undone', tone: 'calm' };
  if (moveIn.notedAt === null) return { word: 'Not all noted', tone: 'warn' };
  if (ended < total) return { word: 'Coming in', tone: 'busy' };
  return moveIn.films.failed > 0 ? { word: 'In, with failures', tone: 'warn' } : { word: 'In', tone: 'good' };
}
