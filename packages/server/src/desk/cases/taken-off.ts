import { TAKEN_OFF_STATES } from '@vesper/contract';
import { sql } from 'kysely';
import { ANSWERS } from './kinds/index.ts';

/** Whether a decided case `c` keeps off what it has taken off: a request that was only answered does not. */
export const KEEPS_OFF = sql<boolean>`(c.state = any (${TAKEN_OFF_STATES}::text[])
  and coalesce(c.ground, '') <> all (${ANSWERS}::text[]))`;
