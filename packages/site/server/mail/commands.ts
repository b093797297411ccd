import type { Command } from '@vesper/core/command.ts';
import type { Db } from '@vesper/core/db/pool.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { countUnsentMails, releaseMails, selectUnsentMails } from './queries.ts';

type Parts = { base: { db: Db; clock: Clock; config: { smtp: unknown } } };

const MOST_SHOWN = 100;
const MOST_COUNTED = 1_000_000;

export const mailCommands: Record<string, Command<Parts>> = {
  'mail list': {
    about: 'lists waiting and failed emails, with reasons',
    readsOnly: true,
    async run({ base, print }) {
      for (const mail of await selectUnsentMails(base.db, MOST_SHOWN)) {
        const next = mail.status === 'waiting' ? `next ${mail.next_attempt_at.toISOString()}` : '';
        print(
          `${mail.id}  ${mail.status.padEnd(7)}  ${mail.kind}  ${mail.to_address || '(sealed)'}  tries ${mail.attempts}  ${next}`,
        );
        if (mail.error) print(`    ${mail.error}`);
      }
      const { waiting, failed } = await countUnsentMails(base.db, MOST_COUNTED);
      print(`waiting: ${waiting}, failed: ${failed}`);
      if (!base.config.smtp && waiting > 0) print('SMTP_URL is not set: emails wait until it is.');
    },
  },
  'mail retry': {
    operands: '[ID]',
    about: 'retries failed and waiting emails, or one of them, within a minute',
    async run({ base, operands, print }) {
      const [id] = operands;
      const released = await releaseMails(base.db, id, base.clock.now());
      if (id !== undefined && released === 0)
        throw new AppError('not_found', 'This unsent email does not exist.');
      print(`Emails to retry: ${released}.`);
    },
  },
};
