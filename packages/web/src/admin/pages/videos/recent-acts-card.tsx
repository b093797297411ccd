import { type BulkAct, routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Card } from '../../ui/card.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ActLine } from './act-line.tsx';
import type { VideoActs } from './use-video-acts.ts';

const SHOWN = 10;
const GOING_MS = 2_000;
const QUIET_MS = 30_000;

/** The latest acts, with buttons to undo them. */
export function RecentActsCard({ acts }: { acts: VideoActs }) {
  const { data, ...query } = useAdminQuery(
    routes.catalogue.bulkActs,
    { limit: SHOWN },
    { pollMs: (shown) => (shown?.some(({ state }) => state === 'running') ? GOING_MS : QUIET_MS) },
  );
  return (
    <Card
      title="Recent acts"
      about="They can be undone for 30 days. Videos changed since then are left alone."
    >
      <ListState
        rows={data}
        query={query}
        empty="No videos were hidden, published, removed or moved within the last 30 days."
      >
        <ul className="divide-y divide-line">
          {data?.map((act) => (
            <li key={act.id} className="py-3 first:pt-0 last:pb-0">
              <ActLine act={act} acts={acts} />
              <Who act={act} />
            </li>
          ))}
        </ul>
      </ListState>
    </Card>
  );
}

function Who({ act }: { act: BulkAct }) {
  return (
    <p className="mt-0.5 text-xs text-muted">
      {act.orderedBy}, <Moment at={act.createdAt} />
    </p>
  );
}
