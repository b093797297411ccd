import type { HowItIs } from '@vesper/contract';
import type { ReactNode } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { Card } from '../../ui/card.tsx';
import { Fact, Moment } from '../../ui/values.tsx';
import { formatErrorClass } from '../jobs/job-words.ts';

/** Jobs that wait and run, and what became of the last day's downloads. */
export function QueueCard({ workers, downloads, mediaJobs, endings }: HowItIs) {
  const failed = endings.failures.reduce((sum, { count }) => sum + count, 0);
  const worst = endings.failures.toSorted((a, b) => b.count - a.count)[0];
  return (
    <Card title="Queue and failures">
      <Facts>
        <Fact name="Workers">{workers}</Fact>
        <Fact name="Downloads">
          {formatCount(downloads.processing)} running, {formatCount(downloads.pending)} waiting
        </Fact>
        <Fact name="Oldest ready">
          <Moment at={downloads.oldestReadyAt} none="none" />
        </Fact>
        <Fact name="Media jobs">
          {formatCount(mediaJobs.processing)} running, {formatCount(mediaJobs.pending)} waiting
        </Fact>
        <Fact name="Oldest ready">
          <Moment at={mediaJobs.oldestReadyAt} none="none" />
        </Fact>
        <Fact name="Last 24 hours">
          {formatCount(endings.completed)} completed, {formatCount(failed)} failed
        </Fact>
        {worst && (
          <Fact name="Most often">
            {formatErrorClass(worst.errorClass)} ({formatCount(worst.count)})
          </Fact>
        )}
      </Facts>
    </Card>
  );
}

export function BackupCard({ backup }: Pick<HowItIs, 'backup'>) {
  return (
    <Card title="Backup">
      {backup ? (
        <Facts>
          <Fact name="Newest">
            <Moment at={backup.newestAt} none="none yet" />
          </Fact>
          <Fact name="Last verified">
            <Moment at={backup.verifiedAt} none="none yet" />
          </Fact>
        </Facts>
      ) : (
        <p className="text-sm text-muted">
          No backups are made. Set <code>BACKUP_DIR</code> to a folder, best on another machine, or{' '}
          <code>BACKUP_S3_BUCKET</code>.
        </p>
      )}
    </Card>
  );
}

export function MailCard({ mail, cases }: Pick<HowItIs, 'mail' | 'cases'>) {
  return (
    <Card title="Mail and cases">
      <Facts>
        <Fact name="Mail server">{mail.isSetUp ? 'set up' : 'none: mails wait'}</Fact>
        <Fact name="Mails">
          {formatCount(mail.waiting)} waiting, {formatCount(mail.failed)} given up
        </Fact>
        <Fact name="Oldest waiting">
          <Moment at={mail.oldestWaitingAt} none="none" />
        </Fact>
        <Fact name="Last sent">
          <Moment at={mail.lastSentAt} />
        </Fact>
        <Fact name="Cases">
          {formatCount(cases.waiting ?? 0)} waiting, {formatCount(cases.overdue)} overdue,{' '}
          {formatCount(cases.dueSoon)} due within a day
        </Fact>
      </Facts>
    </Card>
  );
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">{children}</dl>;
}
