import {
  adminHref,
  DMCA_FILTERS,
  type DmcaFilter,
  type DmcaSummary,
  pageHref,
  routes,
} from '@vesper/contract';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../data/address.ts';
import { fullPages, useAdminList } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionQuestion } from './decision-question.tsx';
import { RequestBadge, requestInWords } from './request-badge.tsx';
import { StatusFilter } from './status-filter.tsx';
import { useAskedDecision } from './use-asked-decision.ts';

const PAGE_SIZE = 50;

/** Nothing that persons wrote: that is opened on the request's own page, which the audit log records. */
const COLUMNS: Column<DmcaSummary>[] = [
  {
    header: 'Complainant',
    cell: (request) => (
      <>
        <a className="font-semibold wrap-anywhere hover:underline" href={adminHref('takedown', request.id)}>
          {request.initials || 'Not named'}
        </a>
        <p className="mt-0.5 text-xs text-muted">{formatEarlierNotices(request.earlier)}</p>
      </>
    ),
  },
  {
    header: 'Video',
    cell: ({ video }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{video?.title ?? 'Not on this site'}</span>
        {video && <span className="text-xs text-muted">{video.sourceName ?? 'No source'}</span>}
      </>
    ),
    className: 'max-w-72',
  },
  { header: 'Received', cell: ({ submittedAt }) => <Moment at={submittedAt} />, from: 'md' },
  {
    header: 'State',
    cell: (request) => (
      <>
        <RequestBadge {...request} />
        {request.adminNotes && (
          <p className="mt-1 line-clamp-2 text-xs wrap-anywhere text-muted">{request.adminNotes}</p>
        )}
      </>
    ),
    className: 'max-w-56',
  },
];

export default function TakedownsPage() {
  const { search } = useAddress();
  const asked = search.get('status');
  const status = DMCA_FILTERS.find((filter) => filter === asked) ?? 'all';
  const { rows, ...query } = useAdminList(
    routes.takedowns.summaries,
    { status, limit: PAGE_SIZE },
    fullPages(PAGE_SIZE, ({ id }) => id),
  );
  const decision = useAskedDecision(rows);
  return (
    <AdminPage
      title="DMCA requests"
      about={
        <>
          Copyright holders submit at{' '}
          <a className="text-primary-text hover:underline" href={pageHref.dmcaSubmit()}>
            {pageHref.dmcaSubmit()}
          </a>
          , and are promised a review within 24-48 hours.
        </>
      }
      actions={<StatusFilter value={status} onChange={showStatus} />}
    >
      <DecisionQuestion {...decision} />
      <ListTable
        rows={rows}
        query={query}
        empty={status === 'all' ? 'There are no DMCA requests yet.' : `There are no ${status} requests.`}
        caption="DMCA requests"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={requestInWords}
        actions={(request) => <DecisionButtons request={request} decision={decision} size="small" />}
      />
    </AdminPage>
  );
}

/** The filter is in the address, so that it can be bookmarked and shared. */
function showStatus(status: DmcaFilter): void {
  navigate(status === 'all' ? adminHref('takedowns') : `${adminHref('takedowns')}?status=${status}`);
}

function formatEarlierNotices({ approved, denied }: DmcaSummary['earlier']): string {
  if (approved + denied === 0) return 'No earlier requests';
  return `Earlier: ${approved} approved, ${denied} denied`;
}
