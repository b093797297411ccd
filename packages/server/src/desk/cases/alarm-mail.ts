import type { DomainConfig } from '@vesper/contract';
import { formatMoment } from '../../kernel/lib/format-moment.ts';
import { type NewMail, sentBy } from '../../site/mail/index.ts';
import type { RunningClock } from './clock-queries.ts';

export const ALARM_KIND = 'case-alarm';
const MOST_NAMED = 50;

/** To the operator: clocks of cases run out, or have. Names cases by their numbers, and no person. */
export function alarmMail(config: DomainConfig, clocks: readonly RunningClock[], now: Date): NewMail {
  const lines = clocks.slice(0, MOST_NAMED).map(({ caseId, kind, name, dueAt }) => {
    const when = dueAt <= now ? 'has run out since' : 'runs out at';
    return `- case ${caseId} (${kind.replaceAll('_', ' ')}): its clock "${name.replaceAll('_', ' ')}" ${when} ${formatMoment(dueAt)}`;
  });
  const more = clocks.length > MOST_NAMED ? [`- and ${clocks.length - MOST_NAMED} more`] : [];
  const what = clocks.length === 1 ? 'A case waits' : `${clocks.length} cases wait`;
  return {
    ...sentBy(config),
    kind: ALARM_KIND,
    to: config.contactEmail,
    subject: `${what} for a decision, and time runs out`,
    body: `At ${config.siteName} (${config.domain}) time runs out:

${[...lines, ...more].join('\n')}

Please decide in the back office.
`,
  };
}
