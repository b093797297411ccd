import { TAKEN_OFF_STATES } from '@vesper/contract';
import { sql } from 'kysely';
import type { CaseRow } from './case-queries.ts';
import { ANSWERS } from './kinds/index.ts';

/** Whether a decided case keeps off what it has taken off: a request that was only answered does not. */
export function keepsOff({ state, ground }: Pick<CaseRow, 'state' | 'ground'>): boolean {
  return TAKEN_OFF_STATES.includes(state) && !ANSWERS.includes(ground ?? '');
}

/** The same of a row `c` of cases. */
export const KEEPS_OFF = sql<boolean>`(c.state = any (${TAKEN_OFF_STATES}::text[])
  and coalesce(c.ground, '') <> all (${ANSWERS}::text[]))`;
