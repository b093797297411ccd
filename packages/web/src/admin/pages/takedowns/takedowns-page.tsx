import {
  adminHref,
  DMCA_FILTERS,
  type DmcaFilter,
  type DmcaRequest,
  pageHref,
  routes,
} from '@vesper/contract';
import { navigate } from 'wouter/use-browser-location';
import { useAddress } from '../../../shell/address.ts';
import { fullPages, useAdminList } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Address } from '../../ui/address.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionQuestion } from './decision-question.tsx';
import { RequestBadge } from './request-badge.tsx';
import { StatusFilter } from './status-filter.tsx';
import { useAskedDecision } from './use-asked-decision.ts';

const PAGE_SIZE = 50;

/** Postal address and phone number are shown only on the request's own page. */
const COLUMNS: Column<DmcaRequest>[] = [
  {
    header: 'Complainant',
    cell: (request) => (
      <>
        <a className="font-semibold wrap-anywhere hover:underline" href={adminHref('takedown', request.id)}>
          {request.complainantName}
        </a>
        <p className="mt-0.5 text-xs text-muted">{formatEarlierNotices(request.earlier)}</p>
      </>
    ),
  },
  {
    header: 'Work',
    cell: ({ copyrightWork }) => <span className="line-clamp-3 wrap-anywhere">{copyrightWork}</span>,
    from: 'lg',
    className: 'max-w-80',
  },
  {
    header: 'Video',
    cell: ({ video, infringingUrl }) => (
      <>
        <span className="line-clamp-2 wrap-anywhere">{video?.title ?? <Address text={infringingUrl} />}</span>
        <span className="text-xs text-muted">
          {video ? (video.sourceName ?? 'No source') : 'Not on this site'}
        </span>
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
    routes.takedowns.list,
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
        nameOf={({ complainantName }) => `the request of ${complainantName}`}
        actions={(request) => <DecisionButtons request={request} decision={decision} size="small" />}
      />
    </AdminPage>
  );
}

/** The filter is in the address, so that it can be bookmarked and shared. */
function showStatus(status: DmcaFilter): void {
  navigate(status === 'all' ? adminHref('takedowns') : `${adminHref('takedowns')}?status=${status}`);
}

function formatEarlierNotices({ approved, denied }: DmcaRequest['earlier']): string {
  if (approved + denied === 0) return 'No earlier requests';
  return `Earlier: ${approved} approved, ${denied} denied`;
}
