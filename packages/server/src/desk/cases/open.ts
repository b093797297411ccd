import type { Db } from '../../kernel/db/pool.ts';
import { type CaseRow, insertCase, insertTargets, type NewTarget } from './case-queries.ts';
import { changeClocks } from './clocks.ts';
import { rulesOf } from './kinds/index.ts';

export interface NewCase {
  kind: string;
  /** The host name of the site that received it. */
  domain: string;
  receivedAt: Date;
  targets: readonly NewTarget[];
  /** Of a counter-notice. */
  aboutCaseId?: string;
  rank?: number;
}

/** Makes a case of a notice, in the caller's transaction; its clocks run. */
export async function openCase(
  tx: Db,
  { kind, domain, receivedAt, targets, aboutCaseId, rank }: NewCase,
): Promise<CaseRow> {
  const rules = rulesOf(kind);
  const state = 'unconfirmed';
  const kase = await insertCase(tx, {
    ...{ kind, state, domain, received_at: receivedAt, rank: rank ?? rules.priority },
    about_case_id: aboutCaseId ?? null,
  });
  await insertTargets(tx, kase.id, targets);
  await changeClocks(tx, kase, rules, { from: undefined, to: state, now: receivedAt });
  return kase;
}
