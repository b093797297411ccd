import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import {
  type CaseParts,
  type CaseRow,
  endClock,
  findCase,
  mailSender,
  type RunningClock,
  raiseAlarms,
  recordEnd,
  requireCase,
  ruleOf,
  selectDueClocks,
  updateCase,
} from '../cases/index.ts';
import { restoreCase } from './restoring/restore.ts';

const MOST_AT_ONCE = 500;
const UNCONFIRMED = 'The notice was not confirmed within 60 days.';
const UNANSWERED = 'The requested information did not arrive within 60 days.';
const RESTORED = 'No court action was reported within the time set by law (17 U.S.C. 512(g)(2)(C)).';

export interface ClockWork extends CaseParts {
  log: Log;
}

/** Each clock in one transaction with its effect. A failure does not stop the others, and is retried. */
export async function runClocks(work: ClockWork): Promise<void> {
  await raiseAlarms(work);
  for (const clock of await selectDueClocks(work.db, work.clock.now(), MOST_AT_ONCE)) {
    try {
      await fire(work, clock);
    } catch (error) {
      if (!(error instanceof NotDue))
        work.log.error({ err: error, case: clock.caseId, clock: clock.name }, 'A case clock failed.');
    }
  }
}

/** Another process was quicker. */
class NotDue extends AppError {
  constructor() {
    super('conflict', 'This clock is no longer running.');
  }
}

async function fire(work: ClockWork, clock: RunningClock): Promise<void> {
  const does = ruleOf(clock)?.does;
  if (does === 'restore') await restore(work, clock);
  if (does === 'close') await close(work, clock);
  if (does === 'lapse') await lapse(work, clock);
}

async function lapse(work: ClockWork, clock: RunningClock): Promise<void> {
  const { confirmed_at: confirmedAt } = await findCase(work.db, clock.caseId);
  const endsConfirmed = ruleOf(clock)?.endsConfirmed === true;
  if (confirmedAt && !endsConfirmed) return stop(work, clock);
  await restoreCase(
    work,
    { id: clock.caseId, event: 'lapse', reason: confirmedAt ? UNANSWERED : UNCONFIRMED, by: null },
    async (tx, caseRow) => {
      const now = work.clock.now();
      if ((caseRow.confirmed_at && !endsConfirmed) || !(await endClock(tx, clock, now))) throw new NotDue();
      if (caseRow.confirmed_at) await mailLapse(tx, work, caseRow, now);
    },
  );
}

/** Only a counter-notice can end with a confirmed mailbox. */
async function mailLapse(tx: Db, work: ClockWork, caseRow: CaseRow, now: Date): Promise<void> {
  await mailSender(tx, work, {
    ...{ caseRow, number: caseRow.about_case_id ?? caseRow.id, now },
    mail: { name: 'counter_lapsed', kind: 'notice-lapsed', values: { counterNumber: caseRow.id } },
  });
}

/** A known sender's case does not lapse. */
async function stop({ db, clock: time }: ClockWork, clock: RunningClock): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await requireCase(tx, clock.caseId);
    await endClock(tx, clock, time.now());
  });
}

async function restore(work: ClockWork, clock: RunningClock): Promise<void> {
  const restoration = { id: clock.caseId, event: 'restore', reason: RESTORED, by: null } as const;
  await restoreCase(work, restoration, async (tx) => {
    if (!(await endClock(tx, clock, work.clock.now()))) throw new NotDue();
  });
}

async function close(work: ClockWork, clock: RunningClock): Promise<void> {
  await work.db.transaction().execute(async (tx) => {
    const caseRow = await requireCase(tx, clock.caseId);
    const now = work.clock.now();
    if (!(await endClock(tx, clock, now))) throw new NotDue();
    await updateCase(tx, caseRow.id, { closed_at: now });
    await recordEnd(tx, work, clock, 'cases.close');
  });
}
