import { type AreaCalls, callsInArea, IdParams, safeText, shownText } from '@vesper/core/contract';
import { z } from 'zod';

const NO_REASON = 'A reason is needed.';
const reason = shownText(2000).trim().min(1, NO_REASON);

export const caseCalls = callsInArea('takedowns', {
  court: {
    route: 'POST /api/admin/cases/:id/court',
    summary: "Records a complainant's court action, which stops the automatic restoration.",
    undo: 'cases.settle',
    sealedInput: ['reason', 'court', 'number'],
    params: IdParams,
    body: z.object({
      reason,
      court: shownText(300).trim().min(1, 'Which court?'),
      number: safeText(200).trim().min(1, 'Which file number?'),
      filedOn: z.iso.date('filedOn must be a day such as 2026-11-30.'),
    }),
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict'],
  },
  settle: {
    route: 'POST /api/admin/cases/:id/settle',
    summary: 'Ends the court action of a case: its videos stay down for good, or are restored.',
    asksPassword: true,
    sealedInput: ['reason'],
    params: IdParams,
    body: z.object({
      reason,
      outcome: z.enum(['stays_off', 'restored'], { error: 'outcome must be stays_off or restored.' }),
    }),
    output: z.object({ message: z.string() }),
    errors: ['not_found', 'conflict'],
  },
} as const satisfies AreaCalls);
