import { z } from 'zod';
import { type AreaCalls, callsInArea } from '../../call.ts';

/** The counting limit: an outbox without a mail server may grow for years. */
export const MOST_MAILS_COUNTED = 1000;

/** The unsent mails of the outbox. */
export const Outbox = z.object({
  /** Whether a mail server is configured (SMTP_URL). */
  isSetUp: z.boolean(),
  /** Unsent mails; `MOST_MAILS_COUNTED` means that many or more. */
  waiting: z.number().int(),
  /** Mails that were given up, counted in the same way. */
  failed: z.number().int(),
});
export type Outbox = z.infer<typeof Outbox>;

export const mailsCalls = callsInArea('takedowns', {
  outbox: {
    route: 'GET /api/admin/mails/outbox',
    summary: 'Counts the mails waiting in the outbox, and says whether there is a mail server.',
    output: Outbox,
  },
} as const satisfies AreaCalls);
