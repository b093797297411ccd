import type { Db } from '../../kernel/db/pool.ts';
import { defineFeature } from '../../kernel/feature.ts';
import { defineFigures, samplesBy } from '../../kernel/figures.ts';
import { bindJobs } from '../../kernel/jobs/bind.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import { faultsOf } from '../../kernel/lib/faults.ts';
import type { Log } from '../../kernel/lib/log.ts';
import { createSmtp } from '../../kernel/lib/smtp.ts';
import type { SmtpServer } from '../../kernel/lib/smtp-server.ts';
import { mailCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { type Delivery, deliverMail, tendOutbox } from './outbox.ts';
import { countUnsentMails } from './queries.ts';
import { mailRoutes } from './routes.ts';

interface MailWork {
  db: Db;
  clock: Clock;
  log: Log;
  queue: Queue;
  config: { smtp: SmtpServer | undefined; mailFrom: string | undefined };
  openMail: Delivery['openMail'];
}

export const mailFeature = defineFeature({
  room: 'site/mail',
  tables: {
    mail_outbox: { clearing: 'keeps' },
  },
  calls: ({ db, config }: Pick<MailWork, 'db' | 'config'>) => ({
    mails: mailRoutes({ db, isSetUp: config.smtp !== undefined }),
  }),
  jobs: bindJobs(jobs, ({ db, clock, log, queue, config, openMail }: MailWork) => {
    // The jobs wait, as the mails do.
    if (!config.smtp) {
      log.info('SMTP_URL is not set: mails wait in the outbox.');
      return undefined;
    }
    const delivery = {
      db,
      clock,
      send: createSmtp(config.smtp),
      faults: faultsOf(log),
      mailFrom: config.mailFrom,
      openMail,
    };
    return {
      sendMailJob: ({ mailId }, context) => deliverMail(delivery, mailId, context),
      mailOutboxJob: () => tendOutbox(db, queue, clock.now()),
    };
  }),
  figures: defineFigures(
    { mail_outbox_mails: { help: 'Mails that are not sent, by state', labels: ['status'] } },
    async ({ db }: { db: Db }) => ({ mail_outbox_mails: samplesBy('status', await countUnsentMails(db)) }),
  ),
  commands: mailCommands,
});
