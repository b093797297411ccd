import type { Db } from '../../kernel/db/pool.ts';
import { execute, oneValue } from '../../kernel/db/run-sql.ts';
import type { CaseRow } from './case-queries.ts';
import { COUNTERED_KINDS } from './kinds/index.ts';
import { COUNTERED_STATES } from './states.ts';

export function selectRequestMailbox(db: Db, id: string): Promise<string | undefined> {
  return oneValue(db)<string>`select complainant_email from dmca_requests where id = ${id}`;
}

/** The counter-notices that have moved a case on, the first of all first. */
export function selectAnswers(db: Db, caseId: string): Promise<CaseRow[]> {
  return execute(db)<CaseRow>`
    select * from cases where about_case_id = ${caseId} and kind = 'counter_notice' and state = 'approved'
    order by received_at, id limit 20`;
}

/** The case that holds one of these videos off the site, by a notice that can be countered. */
export function selectHolder(db: Db, videoIds: readonly string[]): Promise<string | undefined> {
  return oneValue(db)<string>`
    select c.id from takedown_videos t join cases c on c.id = t.case_id
    where t.video_id = any (${videoIds}::text[]) and c.kind = any (${COUNTERED_KINDS}::text[])
      and c.state = any (${COUNTERED_STATES}::text[]) and c.closed_at is null
    order by c.decided_at, c.id limit 1`;
}
