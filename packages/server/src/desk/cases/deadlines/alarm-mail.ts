import type { DomainConfig } from '@vesper/contract';
import { formatMoment } from '../../../kernel/lib/text/format-moment.ts';
import { type NewMail, sentBy } from '../../../site/mail/index.ts';
import { type RunningClock, ruleOf } from './clock-queries.ts';

export const ALARM_KIND = 'case-alarm';

/** To the operator: clocks of cases run out, or have. Names cases by their numbers, and no person. */
export function alarmMail(
  config: DomainConfig,
  { named, counted }: Record<'named' | 'counted', readonly RunningClock[]>,
  now: Date,
): NewMail {
  const lines = named.map((clock) => lineOf(clock, now));
  const count = named.length + counted.length;
  const what = count === 1 ? 'A case waits' : `${count} cases wait`;
  return {
    ...sentBy(config),
    kind: ALARM_KIND,
    to: config.contactEmail,
    subject: `${what} for a decision, and time runs out`,
    body: `At ${config.siteName} (${config.domain}) time runs out:

${[...lines, ...countedLines(counted)].join('\n')}

Please decide in the back office.
`,
  };
}

function lineOf(clock: RunningClock, now: Date): string {
  const { caseId, kind, name, dueAt } = clock;
  const of = `- case ${caseId} (${inWords(kind)}): `;
  if (ruleOf(clock)?.does === 'restore')
    return `${of}what it took off comes back by itself at ${formatMoment(dueAt)}`;
  const when = dueAt <= now ? 'has run out since' : 'runs out at';
  return `${of}its clock "${inWords(name)}" ${when} ${formatMoment(dueAt)}`;
}

/** Of unconfirmed ones, beyond the most important. */
function countedLines(counted: readonly RunningClock[]): string[] {
  if (counted.length === 0) return [];
  const kinds = [...Map.groupBy(counted, ({ kind }) => kind)].map(
    ([kind, some]) => `${inWords(kind)} ${some.length}`,
  );
  return [`- and ${counted.length} more unconfirmed ones (${kinds.join(', ')})`];
}

function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}
