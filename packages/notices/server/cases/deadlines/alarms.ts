import { recordSystemEvent } from '@vesper/access/audit';
import type { DomainConfig } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { transaction } from '@vesper/core/db/transaction.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { formatMoment } from '@vesper/core/lib/text/format-moment.ts';
import { type NewMail, putMail, sentBy } from '@vesper/site/mail';
import type { CaseParts } from '../cases.ts';
import {
  countAlarmMails,
  endClock,
  endClocks,
  lockAlarms,
  noteAlarms,
  type RunningClock,
  ruleOf,
} from './clock-queries.ts';
import { nextAlarm } from './clocks.ts';

const HOUR_MS = 3600 * 1000;
/** Later alarms are batched into the next mail. */
const MOST_MAILS_AN_HOUR = 4;
/** Per mail and group. */
const MOST_NAMED = 50;
const MOST_UNCONFIRMED_NAMED = 20;
const MOST_COUNTED = 5000;

type AlarmWork = Pick<CaseParts, 'db' | 'queue' | 'clock' | 'configFor'>;

/**
 * Mails the operator about expiring clocks. Strangers' cases appear only in the first mail of an hour, so that a flood
 * delays nothing else; the rest waits for the next mail.
 */
export async function raiseAlarms(work: AlarmWork): Promise<void> {
  await transaction(work.db, (tx) => raiseIn(tx, work), { retry: ['deadlock'] });
}

async function raiseIn(tx: Db, work: AlarmWork): Promise<void> {
  const now = work.clock.now();
  const written = await countAlarmMails(tx, ALARM_KIND, new Date(now.getTime() - HOUR_MS));
  if (written >= MOST_MAILS_AN_HOUR) return;
  const known = await lockAlarms(tx, now, { isUnconfirmed: false, limit: MOST_NAMED });
  const most = MOST_UNCONFIRMED_NAMED + MOST_COUNTED;
  const others = written > 0 ? [] : await lockAlarms(tx, now, { isUnconfirmed: true, limit: most });
  const named = [...known, ...others.slice(0, MOST_UNCONFIRMED_NAMED)];
  const counted = others.slice(MOST_UNCONFIRMED_NAMED);
  const all = [...named, ...counted];
  await noteAlarms(
    tx,
    all.map((clock) => ({ ...clock, next: alarmAfter(clock, now) })),
    now,
  );
  for (const [hostname, some] of Map.groupBy(all, ({ domain }) => domain ?? '')) {
    const told = {
      named: some.filter((one) => named.includes(one)),
      counted: some.filter((one) => counted.includes(one)),
    };
    await putMail(tx, work.queue, alarmMail(await work.configFor(hostname), told, now), { now });
  }
  const isOver = (clock: RunningClock) => clock.dueAt <= now && ruleOf(clock)?.does === 'alarm';
  for (const clock of named.filter(isOver))
    if (await endClock(tx, clock, now)) await recordEnd(tx, work, clock, 'cases.overdue');
  const ended = await endClocks(tx, counted.filter(isOver), now);
  // One entry for all, so that strangers cannot flood the log.
  if (ended > 0)
    await recordSystemEvent(tx, work.clock, {
      action: 'cases.overdue',
      subject: 'unconfirmed',
      after: { cases: ended },
    });
}

function alarmAfter(clock: RunningClock, now: Date): Date | null {
  const rule = ruleOf(clock);
  return rule ? nextAlarm(rule, clock.startedAt, now) : null;
}

export async function recordEnd(
  tx: Db,
  { clock: time }: { clock: Clock },
  clock: RunningClock,
  action: string,
): Promise<void> {
  const { caseId: subject, kind, name, dueAt: due } = clock;
  await recordSystemEvent(tx, time, { action, subject, after: { kind, clock: name, due } });
}

export const ALARM_KIND = 'case-alarm';

/** Names cases by number; no personal data. */
export function alarmMail(
  config: DomainConfig,
  { named, counted }: Record<'named' | 'counted', readonly RunningClock[]>,
  now: Date,
): NewMail {
  const lines = named.map((clock) => lineOf(clock, now));
  const count = named.length + counted.length;
  return {
    ...sentBy(config),
    kind: ALARM_KIND,
    to: config.contactEmail,
    subject: `Case deadlines: ${count === 1 ? '1 case' : `${count} cases`}`,
    body: `Deadlines at ${config.siteName} (${config.domain}):

${[...lines, ...countedLines(counted)].join('\n')}

Please decide in the back office.
`,
  };
}

function lineOf(clock: RunningClock, now: Date): string {
  const { caseId, kind, name, dueAt } = clock;
  const of = `- case ${caseId} (${inWords(kind)}): `;
  if (ruleOf(clock)?.does === 'restore')
    return `${of}its videos are restored automatically at ${formatMoment(dueAt)}`;
  const when = dueAt <= now ? 'passed at' : 'ends at';
  return `${of}its deadline "${inWords(name)}" ${when} ${formatMoment(dueAt)}`;
}

function countedLines(counted: readonly RunningClock[]): string[] {
  if (counted.length === 0) return [];
  const kinds = [...Map.groupBy(counted, ({ kind }) => kind)].map(
    ([kind, some]) => `${inWords(kind)} ${some.length}`,
  );
  return [`- and ${counted.length} more unconfirmed cases (${kinds.join(', ')})`];
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}
