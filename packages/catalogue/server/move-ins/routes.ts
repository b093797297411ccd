import { MOVED_FILM_STATES, MovedFilm, MoveIn } from '@vesper/contract';
import { drainOutbox } from '@vesper/core/db/outbox.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { viewOf } from '@vesper/core/db/view-of.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { type MovedFilmRow, type MoveInRow, selectFilms, selectMoveIn, selectMoveIns } from './queries.ts';
import { describeUndoing, undoMoveIn } from './undo.ts';

const MOST_LISTED = 50;

export function moveInRoutes(deps: { db: Db; queue: Queue }): Handlers['moveIns'] {
  const { db } = deps;
  return {
    async list() {
      await drainOutbox(db);
      return (await selectMoveIns(db, MOST_LISTED)).map(toMoveIn);
    },
    get: async ({ id }) => toMoveIn(await requireMoveIn(db, Number(id))),
    async films({ id, state, limit, after = '' }) {
      await requireMoveIn(db, Number(id));
      const rows = await selectFilms(db, { moveInId: Number(id), state, after, limit: limit + 1 });
      const films = rows.slice(0, limit).map(toMovedFilm);
      return { films, next: rows.length > limit ? (films.at(-1)?.path ?? null) : null };
    },
    undoing: ({ id }) => describeUndoing(db, Number(id)),
    async undo({ id }, { actor, act }) {
      const done = await undoMoveIn(deps, Number(id), { by: actor.username, actor });
      act.changed({ subject: `move-in ${id}`, after: { ...done } });
      return done;
    },
  };
}

async function requireMoveIn(db: Db, id: number): Promise<MoveInRow> {
  await drainOutbox(db);
  const row = await selectMoveIn(db, id);
  if (!row) throw new AppError('not_found', 'This import does not exist.');
  return row;
}

export function toMoveIn(row: MoveInRow): MoveIn {
  const films = Object.fromEntries(MOVED_FILM_STATES.map((state) => [state, row.films[state] ?? 0]));
  return viewOf(MoveIn, row, { films: films as MoveIn['films'] });
}

export function toMovedFilm({ said, error, ...row }: MovedFilmRow): MovedFilm {
  return viewOf(
    MovedFilm,
    { ...row, title: said.title },
    {
      // Not a former attempt's error.
      error: row.state === 'failed' || row.state === 'waiting' ? error : null,
      oldAddresses: said.oldAddresses.map(({ domain, address }) => domain + address),
    },
  );
}
