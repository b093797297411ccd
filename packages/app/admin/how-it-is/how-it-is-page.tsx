import { adminHref, type HowItIs, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { useHowItIs } from '@vesper/web/admin/data/site-state.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { FailureNote } from '@vesper/web/admin/ui/list.tsx';
import { bytesText } from '@vesper/web/admin/ui/value-text.ts';
import { type BadgeWord, Moment, ProgressBar, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { ChartCard } from '../charts/chart-card.tsx';
import { figuresOf } from '../charts/chart-figures.ts';
import { BackupCard, ConditionsCard, MailCard, PastCard, QueueCard } from './condition-cards.tsx';

const SKELETONS = [1, 2, 3];

export default function HowItIsPage() {
  const { data, error, refetch } = useHowItIs();
  return (
    <AdminPage
      title="Status"
      about="Current and past issues, and the health of each part. Alerts, /readyz and the command line report the same."
    >
      {!data && error && <FailureNote error={error} refetch={refetch} />}
      {!data && !error && SKELETONS.map((key) => <div key={key} className="skeleton h-40 rounded-2xl" />)}
      {data && (
        <>
          <ConditionsCard {...data} />
          <div className="grid grid-cols-1 items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
            <QueueCard {...data} />
            <BackupCard backup={data.backup} />
            <MailCard mail={data.mail} cases={data.cases} />
          </div>
          <DisksCard disks={data.disks} />
          <QueueCharts />
          <SourcesCard sources={data.sources} />
          <PastCard past={data.past} />
        </>
      )}
    </AdminPage>
  );
}

const POLL_MS = 60_000;
const SHOWN = ['Queue length', 'Failures by class'];

function QueueCharts() {
  const { data } = useAdminQuery(routes.statistics.charts, { span: '24h' }, { pollMs: POLL_MS });
  const figures = data && figuresOf(data).filter(({ title }) => SHOWN.includes(title));
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      {figures
        ? figures.map((figure) => <ChartCard key={figure.title} figure={figure} charts={data} />)
        : SHOWN.map((title) => <div key={title} className="skeleton h-96 rounded-2xl" />)}
    </div>
  );
}

type Disk = HowItIs['disks'][number];

const DISK_STATES: Record<Disk['state'], BadgeWord> = {
  ok: { word: 'OK', tone: 'good' },
  low: { word: 'Almost full', tone: 'warn' },
  full: { word: 'Full', tone: 'bad' },
  read_only: { word: 'Read-only', tone: 'bad' },
  not_writable: { word: 'Not writable', tone: 'bad' },
};

function DisksCard({ disks }: Pick<HowItIs, 'disks'>) {
  return (
    <Card title="Disks">
      <ul className="grid gap-5 md:grid-cols-2">
        {disks.map((disk) => (
          <DiskRow key={`${disk.host} ${disk.folders.join(' ')}`} {...disk} />
        ))}
      </ul>
    </Card>
  );
}

function DiskRow({ host, folders, freeBytes, sizeBytes, state }: Disk) {
  const used = sizeBytes > 0 ? (100 * (sizeBytes - freeBytes)) / sizeBytes : 0;
  return (
    <li className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{host}</span>
        <WordBadge {...DISK_STATES[state]} />
      </p>
      <div className="my-2">
        <ProgressBar percent={used} label={`Used on ${host}: ${folders[0]}`} />
      </div>
      <p className="wrap-anywhere text-muted">
        {bytesText(freeBytes)} of {bytesText(sizeBytes)} free for {folders.join(', ')}
      </p>
    </li>
  );
}

const SOURCE_STATES: Record<HowItIs['sources'][number]['state'], BadgeWord> = {
  not_read: { word: 'Cannot be read', tone: 'warn' },
  stopped: { word: 'Stopped', tone: 'warn' },
  struck_out: { word: 'Struck out', tone: 'bad' },
};

function SourcesCard({ sources }: Pick<HowItIs, 'sources'>) {
  return (
    <Card title="Sources">
      {sources.length === 0 ? (
        <p className="text-sm text-muted">No source is stopped or unreadable.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line text-sm">
          {sources.map(({ id, name, state, since }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
              <a
                className="min-w-0 flex-1 font-semibold wrap-anywhere hover:underline"
                href={adminHref('source', id)}
              >
                {name}
              </a>
              <WordBadge {...SOURCE_STATES[state]} />
              <span className="text-muted">
                <Moment at={since} none="" />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
