import { adminHref, routes, type SourceStrike, type SourceStrikes } from '@vesper/contract';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import { VoidStrikeButton } from './void-strike-button.tsx';

/** The call's limit. */
const MOST_SHOWN = 100;

const COLUMNS: Column<SourceStrike>[] = [
  {
    header: 'Video',
    cell: (strike) => (
      <>
        <VideoName {...strike} />
        <p className="mt-0.5 text-xs md:hidden">
          <NoticeLink {...strike} />, <Moment at={strike.at} />
        </p>
      </>
    ),
  },
  { header: 'Counted', from: 'md', cell: ({ at }) => <Moment at={at} /> },
  { header: 'Notice', from: 'md', cell: (strike) => <NoticeLink {...strike} /> },
  { header: 'State', cell: (strike) => <StrikeState strike={strike} />, className: 'max-w-72' },
];

/** The strikes against a source, and their consequences. */
export function StrikesCard({ sourceId }: { sourceId: string }) {
  const { data, ...query } = useAdminQuery(routes.takedowns.strikes, { id: sourceId });
  return (
    <Card
      title="Strikes"
      about="Each approved copyright notice removes the video and counts as a strike. Two strikes flag the source for review; three disable it."
      actions={data && <Standing strikes={data} />}
    >
      <ListState
        rows={data?.strikes}
        query={query}
        empty="No copyright notice about a video of this source was approved."
      >
        <DataTable
          caption="Strikes against this source"
          columns={COLUMNS}
          rows={data?.strikes ?? []}
          keyOf={({ id }) => id}
          nameOf={({ videoTitle, requestId }) => `the strike for ${videoTitle ?? requestId}`}
          actions={(strike) => strike.state === 'active' && <VoidStrikeButton strike={strike} />}
        />
        {data && data.strikes.length >= MOST_SHOWN && (
          <p className="mt-2 text-xs text-muted">The newest {MOST_SHOWN} are shown.</p>
        )}
      </ListState>
    </Card>
  );
}

function VideoName({ videoId, videoTitle }: SourceStrike) {
  if (!videoId || !videoTitle) return <span className="text-muted">A deleted video</span>;
  return (
    <a
      className="line-clamp-2 font-semibold wrap-anywhere hover:underline"
      href={adminHref('video', videoId)}
    >
      {videoTitle}
    </a>
  );
}

function NoticeLink({ requestId }: SourceStrike) {
  return (
    <a
      className="whitespace-nowrap text-primary-text hover:underline"
      href={adminHref('takedown', requestId)}
    >
      See the notice
    </a>
  );
}

function Standing({ strikes: { active, needsReview, isStruckOut } }: { strikes: SourceStrikes }) {
  const tone: Tone = isStruckOut ? 'bad' : active > 0 ? 'warn' : 'good';
  const meaning = isStruckOut ? ', disabled' : needsReview ? ', to be reviewed' : '';
  return (
    <StatusBadge tone={tone}>
      {active === 0 ? 'None' : active} of 3{meaning}
    </StatusBadge>
  );
}

function StrikeState({ strike: { state, voidedAt, voidedBy, voidReason } }: { strike: SourceStrike }) {
  if (state === 'active') return <StatusBadge tone="warn">Counted</StatusBadge>;
  return (
    <>
      <StatusBadge tone="calm">Void</StatusBadge>
      <p className="mt-1 text-xs wrap-anywhere text-muted">
        <Moment at={voidedAt} /> by {voidedBy}: {voidReason}
      </p>
    </>
  );
}
