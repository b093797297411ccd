import type { Db } from '@vesper/core/db/pool.ts';
import { defineFeature } from '@vesper/core/feature.ts';
import { defineFigures, momentSample, samplesBy } from '@vesper/core/figures.ts';
import { bindJobs } from '@vesper/core/jobs/bind.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { faultsOf } from '@vesper/core/lib/faults.ts';
import type { Log } from '@vesper/core/lib/log.ts';
import { createSmtp } from '@vesper/core/lib/outbound/smtp.ts';
import type { SmtpServer } from '@vesper/core/lib/outbound/smtp-server.ts';
import { mailCommands } from './commands.ts';
import * as jobs from './jobs.ts';
import { type Delivery, deliverMail, tendOutbox } from './outbox.ts';
import { mailRoutes } from './routes.ts';

interface MailWork {
  db: Db;
  clock: Clock;
  log: Log;
  queue: Queue;
  config: { smtp: SmtpServer | undefined; mailFrom: string | undefined };
  openMail: Delivery['openMail'];
}

interface Looked {
  known?: { mail: { waiting: number; failed: number; stuckSince: Date | null } };
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
    if (!config.smtp) {
      log.info('SMTP_URL is not set: emails wait in the outbox.');
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
    {
      mail_outbox_mails: { help: 'Unsent emails by state', labels: ['status'] },
      mail_stuck_timestamp_seconds: { help: 'Since when no email could be sent' },
    },
    async ({ look }: { look: () => Promise<Looked> }) => {
      const mail = (await look()).known?.mail;
      return {
        mail_outbox_mails: mail ? samplesBy('status', { waiting: mail.waiting, failed: mail.failed }) : [],
        mail_stuck_timestamp_seconds: momentSample(mail?.stuckSince),
      };
    },
  ),
  commands: mailCommands,
});
