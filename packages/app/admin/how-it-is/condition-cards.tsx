import type { Condition, HowItIs } from '@vesper/contract';
import { formatErrorClass } from '@vesper/upkeep/admin/jobs/job-words.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, Fact, FactList, Moment, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { CircleCheck } from 'lucide-react';

const FACTS = 'grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm';

const SEVERITIES: Record<Condition['severity'], BadgeWord> = {
  urgent: { word: 'Urgent', tone: 'bad' },
  warning: { word: 'Warning', tone: 'warn' },
};

export function ConditionsCard({ conditions, told, backup, mail }: HowItIs) {
  // On a site's first day, neither is a condition.
  const missing = [...(backup?.newestAt ? [] : ['backup']), ...(mail.isSetUp ? [] : ['mail server'])];
  return (
    <Card title="Current issues" about={tellingText(told)}>
      {conditions.length === 0 && missing.length > 0 ? (
        <p className="text-sm">Nothing is wrong, but there is no {missing.join(' and no ')} yet.</p>
      ) : conditions.length === 0 ? (
        <p className="flex items-center gap-2 text-sm font-medium text-good">
          <CircleCheck aria-hidden className="size-5 shrink-0" />
          Nothing needs attention.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {conditions.map(({ key, ...condition }) => (
            <ConditionRow key={key} {...condition} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function ConditionRow({ severity, sentence, todo, since }: Omit<Condition, 'key'>) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:flex-nowrap">
      <div className="w-24 shrink-0">
        <WordBadge {...SEVERITIES[severity]} />
      </div>
      <div className="min-w-0 flex-1 text-sm max-sm:basis-full">
        <p className="font-semibold wrap-anywhere">{sentence}</p>
        <p className="mt-1 wrap-anywhere text-muted">{todo}</p>
      </div>
      <p className="shrink-0 text-sm text-muted">
        <Moment at={since} none="just now" />
      </p>
    </li>
  );
}

function tellingText({ byMail, byWebhook }: HowItIs['told']): string {
  const ways = [...(byMail ? ['by email'] : []), ...(byWebhook ? ['by webhook'] : [])];
  if (ways.length === 0) return 'No alerts are sent. Set SMTP_URL or ALERT_WEBHOOK to get them.';
  return `Lasting issues are reported ${ways.join(' and ')}, once when they start and once when they end.`;
}

type Past = HowItIs['past'][number];

const COLUMNS: Column<Past>[] = [
  { header: 'Issue', cell: ({ sentence }) => <span className="wrap-anywhere">{sentence}</span> },
  { header: 'Severity', cell: ({ severity }) => <WordBadge {...SEVERITIES[severity]} /> },
  { header: 'Began', cell: ({ since }) => <Moment at={since} /> },
  { header: 'Ended', cell: ({ endedAt }) => <Moment at={endedAt} /> },
];

export function PastCard({ past }: Pick<HowItIs, 'past'>) {
  return (
    <Card title="Resolved issues" about="The latest 50 reported issues of the last 90 days.">
      <ListTable
        rows={past}
        empty="Nothing yet."
        caption="Past alerts"
        columns={COLUMNS}
        keyOf={({ key, since }) => `${key} ${since}`}
        nameOf={({ sentence }) => sentence}
      />
    </Card>
  );
}

export function QueueCard({ workers, downloads, mediaJobs, endings }: HowItIs) {
  const failed = endings.failures.reduce((sum, { count }) => sum + count, 0);
  const worst = endings.failures.toSorted((a, b) => b.count - a.count)[0];
  return (
    <Card title="Queue and failures">
      <dl className={FACTS}>
        <Fact name="Workers">{workers}</Fact>
        <Fact name="Downloads">
          {formatCount(downloads.processing)} running, {formatCount(downloads.pending)} waiting
        </Fact>
        <Fact name="Oldest ready">
          <Moment at={downloads.oldestReadyAt} none="nothing is waiting" />
        </Fact>
        <Fact name="Media jobs">
          {formatCount(mediaJobs.processing)} running, {formatCount(mediaJobs.pending)} waiting
        </Fact>
        <Fact name="Oldest ready">
          <Moment at={mediaJobs.oldestReadyAt} none="nothing is waiting" />
        </Fact>
        <Fact name="Last 24 hours">
          {formatCount(endings.completed)} completed, {formatCount(failed)} failed
        </Fact>
        {worst && (
          <Fact name="Most frequent failure">
            {formatErrorClass(worst.errorClass)} ({formatCount(worst.count)})
          </Fact>
        )}
      </dl>
    </Card>
  );
}

export function BackupCard({ backup }: Pick<HowItIs, 'backup'>) {
  return (
    <Card title="Backup">
      {backup ? (
        <FactList
          className={FACTS}
          of={{
            Newest: <Moment at={backup.newestAt} none="none yet" />,
            'Last verified': <Moment at={backup.verifiedAt} none="none yet" />,
          }}
        />
      ) : (
        <p className="text-sm text-muted">
          Backups are not set up. Set <code>BACKUP_DIR</code> to a folder, best on another machine, or{' '}
          <code>BACKUP_S3_BUCKET</code>.
        </p>
      )}
    </Card>
  );
}

export function MailCard({ mail, cases }: Pick<HowItIs, 'mail' | 'cases'>) {
  return (
    <Card title="Mail and cases">
      <FactList
        className={FACTS}
        of={{
          'Mail server': mail.isSetUp ? 'set up' : 'not set up; email is queued',
          Email: `${formatCount(mail.waiting)} waiting, ${formatCount(mail.failed)} failed`,
          'Oldest waiting': <Moment at={mail.oldestWaitingAt} none="nothing is waiting" />,
          'Last sent': <Moment at={mail.lastSentAt} />,
          Cases: `${formatCount(cases.waiting ?? 0)} waiting, ${formatCount(cases.overdue)} overdue, ${formatCount(cases.dueSoon)} due within a day`,
        }}
      />
    </Card>
  );
}
