import { useHowItIs } from '../../data/site-state.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { FailureNote } from '../../ui/list.tsx';
import { ConditionsCard, PastCard } from './conditions-cards.tsx';
import { DisksCard } from './disks-card.tsx';
import { BackupCard, MailCard, QueueCard } from './figure-cards.tsx';
import { QueueCharts } from './queue-charts.tsx';
import { SourcesCard } from './sources-card.tsx';

const SKELETONS = [1, 2, 3];

/** What needs a person, and the figures by which that is judged. */
export default function HowItIsPage() {
  const { data, error, refetch } = useHowItIs();
  return (
    <AdminPage
      title="How it is"
      about="What needs attention now, what did before, and what the site knows of itself. Alerts, /readyz and the command line say the same."
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
