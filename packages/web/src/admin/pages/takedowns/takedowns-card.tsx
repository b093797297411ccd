import { adminHref, type DmcaFilter, type DmcaSummary, pageHref, routes } from '@vesper/contract';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { ListState } from '../../ui/list.tsx';
import { Moment } from '../../ui/values.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionQuestion } from './decision-question.tsx';
import { MailNote } from './mail-note.tsx';
import { RequestBadge } from './request-badge.tsx';
import { StatusFilter } from './status-filter.tsx';
import { type AskedDecision, useAskedDecision } from './use-asked-decision.ts';

const SHOWN = 10;
const link = 'font-semibold text-primary-text hover:underline';

/** The dashboard's card of takedown requests: a filter, the newest, and their actions. */
export function TakedownsCard() {
  const [status, setStatus] = useState<DmcaFilter>('all');
  const { data, ...query } = useAdminQuery(routes.takedowns.summaries, { status, limit: SHOWN });
  const decision = useAskedDecision(data);
  return (
    <Card
      title="DMCA Requests"
      icon={Scale}
      about={
        <>
          Copyright holders submit at{' '}
          <a className={link} href={pageHref.dmcaSubmit()}>
            {pageHref.dmcaSubmit()}
          </a>
          . The policy is at{' '}
          <a className={link} href={pageHref.dmca()}>
            {pageHref.dmca()}
          </a>
          .
        </>
      }
      actions={<StatusFilter value={status} onChange={setStatus} />}
    >
      <MailNote />
      <DecisionQuestion {...decision} />
      <ListState
        rows={data}
        query={query}
        empty={status === 'all' ? 'There are no DMCA requests yet.' : `There are no ${status} requests.`}
      >
        <ul className="divide-y divide-line">
          {data?.map((request) => (
            <RequestItem key={request.id} request={request} decision={decision} />
          ))}
        </ul>
        <p className="mt-3 text-sm">
          <a className={link} href={adminHref('takedowns')}>
            All requests
          </a>
        </p>
      </ListState>
    </Card>
  );
}

function RequestItem({ request, decision }: { request: DmcaSummary; decision: AskedDecision }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <a className="font-semibold wrap-anywhere hover:underline" href={adminHref('takedown', request.id)}>
            {request.initials || 'Not named'}
          </a>
          <RequestBadge {...request} />
          <span className="text-xs text-muted">
            <Moment at={request.submittedAt} />
          </span>
        </div>
        <p className="mt-1 line-clamp-1 text-xs wrap-anywhere text-muted">
          {request.video?.title ?? 'Not on this site'}
        </p>
        {request.adminNotes && <p className="mt-1 text-xs wrap-anywhere">{request.adminNotes}</p>}
      </div>
      <DecisionButtons request={request} decision={decision} />
    </li>
  );
}
