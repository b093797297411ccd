import { type AreaCalls, callsInArea } from '@vesper/core/contract';
import { z } from 'zod';

/** The outbox of a site without a mail server may grow for years. */
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
    summary: 'Counts the emails waiting in the outbox, and tells whether a mail server is set up.',
    output: Outbox,
  },
} as const satisfies AreaCalls);
