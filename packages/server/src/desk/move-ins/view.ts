import { MOVED_FILM_STATES, MovedFilm, MoveIn } from '@vesper/contract';
import { viewOf } from '../../kernel/db/view-of.ts';
import type { MovedFilmRow, MoveInRow } from './queries.ts';

export function toMoveIn(row: MoveInRow): MoveIn {
  const films = Object.fromEntries(MOVED_FILM_STATES.map((state) => [state, row.films[state] ?? 0]));
  return viewOf(MoveIn, row, { films: films as MoveIn['films'] });
}

export function toMovedFilm({ said, error, ...row }: MovedFilmRow): MovedFilm {
  return viewOf(
    MovedFilm,
    { ...row, title: said.title },
    {
      // A former attempt's error is not this one's.
      error: row.state === 'failed' || row.state === 'waiting' ? error : null,
      oldAddresses: said.oldAddresses.map(({ domain, address }) => domain + address),
    },
  );
}
