import { adminHref, routes, type SourceStrike, type SourceStrikes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ReasonAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, NameCell, StatusBadge, TextLink, type Tone } from '@vesper/web/admin/ui/values.tsx';

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

export function StrikesCard({ sourceId }: { sourceId: string }) {
  const { data, ...query } = useAdminQuery(routes.takedowns.strikes, { id: sourceId });
  return (
    <Card
      title="Strikes"
      about="Each approved copyright notice removes the video and counts as a strike. Two strikes flag the source for review; three disable it."
      actions={data && <Standing strikes={data} />}
    >
      <ListTable
        rows={data?.strikes}
        query={query}
        empty="No copyright notices about this source's videos have been approved."
        caption="Strikes against this source"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ videoTitle, requestId }) => `the strike for ${videoTitle ?? requestId}`}
        actions={(strike) => strike.state === 'active' && <VoidButton strike={strike} />}
      />
      {data && data.strikes.length >= MOST_SHOWN && (
        <p className="mt-2 text-xs text-muted">Only the newest {MOST_SHOWN} are shown.</p>
      )}
    </Card>
  );
}

function VideoName({ videoId, videoTitle }: SourceStrike) {
  if (!videoId || !videoTitle) return <span className="text-muted">A deleted video</span>;
  return <NameCell name={videoTitle} href={adminHref('video', videoId)} />;
}

function NoticeLink({ requestId }: SourceStrike) {
  return (
    <TextLink className="whitespace-nowrap" href={adminHref('takedown', requestId)}>
      See the notice
    </TextLink>
  );
}

function Standing({ strikes: { active, needsReview, isStruckOut } }: { strikes: SourceStrikes }) {
  const tone: Tone = isStruckOut ? 'bad' : active > 0 ? 'warn' : 'good';
  const meaning = isStruckOut ? ', disabled' : needsReview ? ', needs review' : '';
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

function VoidButton({ strike: { id, videoTitle } }: { strike: SourceStrike }) {
  return (
    <ReasonAct
      word="Void"
      row={videoTitle ? `the strike for ${videoTitle}` : 'the strike'}
      title="Void this strike?"
      explanation="It stays on record with this reason but no longer counts. A disabled source stays disabled until you enable it, and the video stays down. This cannot be undone."
      action="Void the strike"
      run={(client, { reason }) => client.takedowns.voidStrike({ id, reason: reason.trim() })}
      failure="The strike could not be voided."
      success={({ message }) => ({ title: 'Strike voided', description: message })}
    />
  );
}
