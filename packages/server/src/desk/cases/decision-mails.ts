import { formatMoment } from '../../kernel/lib/format-moment.ts';
import type { CaseMail } from '../case-mails/index.ts';
import type { Decided } from './decide.ts';

interface DecidedCase extends Pick<Decided, 'caseRow' | 'outcome' | 'ground'> {
  status: 'approved' | 'denied';
  to: string;
}

/** To the sender of a notice: the decision, without anything that was written in the case. */
export function decisionMail({ caseRow, status, outcome, ground, to }: DecidedCase): CaseMail {
  return {
    name:
      status === 'denied' ? 'denied' : ground?.takesOff === false ? 'answered' : NAMES[outcome ?? 'no_video'],
    kind: 'notice-decision',
    to,
    values: { received: formatMoment(caseRow.received_at), ground: ground?.words ?? '' },
  };
}

const NAMES = { taken_off: 'approved', was_off: 'was_off', no_video: 'no_video' } as const;
