import { type AreaCalls, callsInArea } from '@vesper/core/contract';
import { z } from 'zod';

/** An outbox without a mail server may grow for years. */
export const MOST_MAILS_COUNTED = 1000;

export const Outbox = z.object({
  /** SMTP_URL is set. */
  isSetUp: z.boolean(),
  /** Unsent mails; `MOST_MAILS_COUNTED` means that many or more. */
  waiting: z.number().int(),
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
