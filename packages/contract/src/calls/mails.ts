import { z } from 'zod';
import type { CallGroup } from '../call.ts';

/** Counts go no further than this: an outbox without a mail server may grow for years. */
export const MOST_MAILS_COUNTED = 1000;

/** What the outbox holds back. */
export const Outbox = z.object({
  /** Whether there is a mail server to hand mails to (SMTP_URL). */
  isSetUp: z.boolean(),
  /** Mails that have yet to be sent, `MOST_MAILS_COUNTED` standing for that many and more. */
  waiting: z.number().int(),
  /** Mails that were given up, counted alike. */
  failed: z.number().int(),
});
export type Outbox = z.infer<typeof Outbox>;

export const mailsCalls = {
  outbox: {
    method: 'GET',
    path: '/api/admin/mails/outbox',
    summary: 'How many mails wait in the outbox, and whether there is a mail server for them.',
    caller: 'admin',
    area: 'takedowns',
    output: Outbox,
    errors: [],
  },
} as const satisfies CallGroup;
