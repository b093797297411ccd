import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../kernel/db/pool.ts';
import { execute, numberOf, oneValue } from '../../kernel/db/run-sql.ts';
import type { CaseRow } from './case-queries.ts';
import { COUNTERED_KINDS } from './kinds/index.ts';
import { COUNTERED_STATES } from './states.ts';

const MOST_OF_AN_END = 50;

/** The counter-notices that were forwarded about a case: the first and the latest, as few a day are. */
export function selectAnswers(db: Db, caseId: string): Promise<CaseRow[]> {
  const from = (order: RawBuilder<unknown>) => sql`
    (select id from cases where about_case_id = ${caseId} and kind = 'counter_notice' and state = 'approved'
      order by ${order} limit ${MOST_OF_AN_END}::int)`;
  return execute(db)<CaseRow>`
    select * from cases where id in (
      ${from(sql`received_at, id`)} union ${from(sql`received_at desc, id desc`)})
    order by received_at, id`;
}

/** How many counter-notices about a case were forwarded since a moment, whatever became of them, up to a limit. */
export function countForwarded(
  db: Db,
  caseId: string,
  { since, limit }: { since: Date; limit: number },
): Promise<number> {
  return numberOf(db)`
    select count(*)::int from (
      select from mail_outbox where case_id = ${caseId} and kind = 'counter-notice'
        and created_at >= ${since} limit ${limit}::int) as counted`;
}

/** When the first of a case's other forwarded counter-notices was forwarded. */
export function selectFirstForwarded(tx: Db, caseId: string, exceptId: string): Promise<Date | undefined> {
  return oneValue(tx)<Date>`
    select decided_at from cases
    where about_case_id = ${caseId} and kind = 'counter_notice' and state = 'approved' and id <> ${exceptId}
    order by decided_at limit 1`;
}

/** The case that holds one of these videos off the site, by a notice that can be countered. */
export function selectHolder(db: Db, videoIds: readonly string[]): Promise<string | undefined> {
  return oneValue(db)<string>`
    select c.id from takedown_videos t join cases c on c.id = t.case_id
    where t.video_id = any (${videoIds}::text[]) and c.kind = any (${COUNTERED_KINDS}::text[])
      and c.state = any (${COUNTERED_STATES}::text[]) and c.closed_at is null
    order by c.decided_at, c.id limit 1`;
}
