import {
  adminHref,
  DMCA_FILTERS,
  DMCA_NOTES,
  type DmcaFilter,
  type DmcaSummary,
  MOST_MAILS_COUNTED,
  type Outbox,
  pageHref,
  routes,
} from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { type BadgeWord, Moment, StatusBadge, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { Check, Mail, Scale, X } from 'lucide-react';
import { useState } from 'react';

const SHOWN = 10;
const POLL_MS = 30_000;
const link = 'font-semibold text-primary-text hover:underline';

const STATES: Record<DmcaFilter, BadgeWord> = {
  all: { word: 'All', tone: 'calm' },
  pending: { word: 'Pending', tone: 'warn' },
  approved: { word: 'Approved', tone: 'good' },
  denied: { word: 'Denied', tone: 'calm' },
};

export function TakedownsCard() {
  const [status, setStatus] = useState<DmcaFilter>('all');
  const { data, ...query } = useAdminQuery(routes.takedowns.summaries, { status, limit: SHOWN });
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
      actions={
        <div className="w-40">
          <SelectField
            label="Status"
            value={status}
            onChange={({ target }) => setStatus(target.value as DmcaFilter)}
            of={DMCA_FILTERS.map((filter) => [filter, STATES[filter].word])}
          />
        </div>
      }
    >
      <MailNote />
      <ListState
        rows={data}
        query={query}
        empty={status === 'all' ? 'There are no DMCA requests yet.' : `There are no ${status} requests.`}
      >
        <ul className="divide-y divide-line">
          {data?.map((request) => (
            <RequestItem key={request.id} request={request} />
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

function RequestItem({ request }: { request: DmcaSummary }) {
  const { id, initials, status, submittedAt, restored, video, adminNotes } = request;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <a className="font-semibold wrap-anywhere hover:underline" href={adminHref('takedown', id)}>
            {initials || 'Not named'}
          </a>
          <span className="flex flex-wrap gap-1.5">
            <WordBadge {...STATES[status]} />
            {restored && <StatusBadge tone="warn">Undone</StatusBadge>}
          </span>
          <span className="text-xs text-muted">
            <Moment at={submittedAt} />
          </span>
        </div>
        <p className="mt-1 line-clamp-1 text-xs wrap-anywhere text-muted">
          {video?.title ?? 'Not on this site'}
        </p>
        {adminNotes && <p className="mt-1 text-xs wrap-anywhere">{adminNotes}</p>}
      </div>
      {status === 'pending' && <Decide request={request} />}
    </li>
  );
}

/** Identifies requests by initials, never by name. */
function Decide({ request }: { request: DmcaSummary }) {
  const { id, initials } = request;
  const of = `the request${initials ? ` of ${initials}` : ''} (${id.slice(0, 8)})`;
  const failure = 'Failed to update DMCA request';
  return (
    <span className="flex flex-wrap gap-2">
      <ActButton
        word="Approve"
        look="danger"
        size="small"
        icon={Check}
        aria-label={`Approve ${of}`}
        ask={{
          question: 'Approve this request?',
          explanation: whatApprovalDoes(request),
          action: 'Approve request',
        }}
        run={(client) => client.takedowns.decide({ id, status: 'approved', adminNotes: DMCA_NOTES.approved })}
        failure={failure}
        success={({ message }) => ({ title: 'Request approved', description: message })}
      />
      <ActButton
        word="Deny"
        size="small"
        icon={X}
        aria-label={`Deny ${of}`}
        ask={{
          question: 'Deny this request?',
          explanation:
            'The video is not changed, and the complainant is notified by email. A denial cannot be undone; the complainant may send another notice.',
          action: 'Deny request',
          isDestructive: false,
        }}
        run={(client) => client.takedowns.decide({ id, status: 'denied', adminNotes: DMCA_NOTES.denied })}
        failure={failure}
        success={({ message }) => ({ title: 'Request denied', description: message })}
      />
    </span>
  );
}

function whatApprovalDoes({ video }: DmcaSummary): string {
  const told = 'The complainant is notified by email.';
  if (!video)
    return `This request names no video on this site, so nothing is removed. ${told} The decision is final.`;
  const strike = video.sourceName ? ` A strike is counted against its source, "${video.sourceName}".` : '';
  return `This takes the video down immediately. "${video.title}" disappears from every list, its files become unreachable, and its address is blocked.${strike} ${told} A wrong approval can be undone on the request's page, with a reason and your password: the video is restored and the strike voided.`;
}

/** Mails that are stuck, and why. */
function MailNote() {
  const { data } = useAdminQuery(routes.mails.outbox, {}, { pollMs: POLL_MS });
  const sentences = data ? formatOutbox(data) : [];
  if (sentences.length === 0) return null;
  return (
    <p className="mb-3 flex items-start gap-2 rounded-xl border border-warn p-3 text-sm">
      <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{sentences.join(' ')}</span>
    </p>
  );
}

function formatOutbox({ isSetUp, waiting, failed }: Outbox): string[] {
  const count = (mails: number) => countText(mails, 'email', mails >= MOST_MAILS_COUNTED);
  return [
    ...(isSetUp || waiting === 0
      ? []
      : [
          `No mail server is set up (SMTP_URL): ${count(waiting)} ${waiting === 1 ? 'waits' : 'wait'} in the outbox until there is one.`,
        ]),
    ...(failed === 0 ? [] : [`${count(failed)} could not be sent; "script/vesper mail list" says why.`]),
  ];
}
