import type { Db } from '../kernel/db/pool.ts';
import type { Queue } from '../kernel/jobs/queue.ts';
import { handle, type JobHandler } from '../kernel/jobs/runner.ts';
import type { Clock } from '../kernel/lib/clock.ts';
import type { Log } from '../kernel/lib/log.ts';
import { createSmtp } from '../kernel/lib/smtp.ts';
import { deliverMail, mailOutboxJob, sendMailJob, tendOutbox } from '../site/mail/index.ts';
import type { Config } from './config.ts';

export interface MailWorker {
  config: Pick<Config, 'smtp' | 'mailFrom'>;
  db: Db;
  clock: Clock;
  log: Log;
}

/** Without a mail server nobody takes these jobs up: they wait, as the mails do. */
export function mailHandlers({ config, db, clock, log }: MailWorker, queue: Queue): JobHandler[] {
  if (!config.smtp) {
    log.info('SMTP_URL is not set: mails wait in the outbox.');
    return [];
  }
  const delivery = { db, clock, send: createSmtp(config.smtp), mailFrom: config.mailFrom };
  return [
    handle(sendMailJob, ({ mailId }, context) => deliverMail(delivery, mailId, context)),
    handle(mailOutboxJob, () => tendOutbox(db, queue, clock.now())),
  ];
}
