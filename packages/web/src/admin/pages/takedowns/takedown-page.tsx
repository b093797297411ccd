import { adminHref, DMCA_NOTES, type DmcaRequest, type DmcaSummary, routes } from '@vesper/contract';
import { useState } from 'react';
import { useGone, useUnsaved } from '../../data/unsaved.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { GoneNote } from '../../ui/gone-note.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { exactTime } from '../../ui/moment-text.ts';
import type { AdminPageProps } from '../admin-page.ts';
import { ProposalCard } from '../cases/proposal-card.tsx';
import { DecisionButtons } from './decision-buttons.tsx';
import { DecisionQuestion } from './decision-question.tsx';
import { NoticeCard } from './notice-card.tsx';
import { RequestBadge } from './request-badge.tsx';
import { RestoreButton } from './restore-button.tsx';
import { type AskedDecision, useAskedDecision } from './use-asked-decision.ts';
import { VideoCard } from './video-card.tsx';

export default function TakedownPage({ params: { id = '' } }: AdminPageProps) {
  const { data, ...query } = useAdminQuery(routes.takedowns.summary, { id });
  const gone = useGone(query.error);
  const [shown, setOpened] = useState<DmcaRequest>();
  const opened = shown?.id === id ? shown : undefined;
  return (
    <AdminPage
      title="DMCA request"
      about={
        data && (
          <>
            {data.id}, received {exactTime(data.submittedAt)}.{' '}
            <a className="text-primary-text hover:underline" href={adminHref('case', data.id)}>
              Its case, with clocks and history
            </a>
          </>
        )
      }
      actions={data && <RequestBadge {...data} />}
    >
      <ListState
        rows={gone === 'gone' ? undefined : data && [data]}
        query={query}
        empty="This request does not exist."
      >
        {data && (
          <>
            {gone && <GoneNote what="This request" />}
            <div className="grid items-start gap-6 xl:grid-cols-2">
              <NoticeCard request={data} opened={opened} onOpen={setOpened} />
              <VideoCard request={data} />
            </div>
            <ProposalCard details={caseOf(data)} />
            <Decision key={data.id} request={data} opened={opened} />
          </>
        )}
      </ListState>
    </AdminPage>
  );
}

/** As cases of every kind say where they stand. */
function caseOf({ id, status, restored }: DmcaSummary) {
  const state = status === 'pending' ? 'open' : restored ? 'restored' : status;
  return { id, kind: 'copyright', state, isOpen: status === 'pending' } as const;
}

const NOTHING_TYPED = { notes: '', videoId: '' };
type Typed = typeof NOTHING_TYPED;

/** Keeps the input if someone else decides meanwhile, and says so. */
function Decision({ request, opened }: DecidedProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  useUnsaved(typed.notes.trim() !== '' || typed.videoId.trim() !== '');
  const forget = () => setTyped(NOTHING_TYPED);
  const decision = useAskedDecision([request], forget);
  const isLate =
    (typed.notes.trim() !== '' || typed.videoId.trim() !== '') && decision.runningId === undefined;
  return (
    <>
      {request.status === 'pending' ? (
        <Decide {...{ request, decision, typed }} onChange={setTyped} />
      ) : (
        <>
          {isLate && <LateNote typed={typed} onClose={forget} />}
          <Decided request={request} opened={opened} />
        </>
      )}
      <DecisionQuestion {...decision} />
    </>
  );
}

/** Someone else decided first: this is the only copy of what was typed. */
function LateNote({ typed: { notes, videoId }, onClose }: { typed: Typed; onClose: () => void }) {
  return (
    <Card
      title="Your note was not kept"
      about="Somebody else decided this request first, so what you typed is not part of it."
      actions={
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="text-sm wrap-anywhere whitespace-pre-line">{notes}</p>
      {videoId && <p className="text-sm wrap-anywhere">Video: {videoId}</p>}
    </Card>
  );
}

interface DecideProps {
  request: DmcaSummary;
  decision: AskedDecision;
  typed: Typed;
  onChange: (typed: Typed) => void;
}

function Decide({ request, decision, typed, onChange }: DecideProps) {
  return (
    <Card
      title="Decision"
      about="Both notify the complainant by mail. An approval can be undone later; a denial cannot."
    >
      <div className="flex max-w-2xl flex-col gap-4">
        {!request.video && (
          <TextField
            label="Video"
            hint="The request names no video known here. If you have found it, enter its page's address or its ID."
            value={typed.videoId}
            maxLength={500}
            onChange={({ target }) => onChange({ ...typed, videoId: target.value })}
          />
        )}
        <TextArea
          label="Note"
          rows={3}
          maxLength={2000}
          hint={`Internal. If empty: "${DMCA_NOTES.approved}" or "${DMCA_NOTES.denied}".`}
          value={typed.notes}
          onChange={({ target }) => onChange({ ...typed, notes: target.value })}
        />
        <DecisionButtons {...{ request, decision, typed }} />
      </div>
    </Card>
  );
}

const EFFECTS: Record<NonNullable<DmcaSummary['effect']>, string> = {
  taken_off: 'The video was taken off the site.',
  was_off: 'The video was already off the site.',
  no_video: 'It names no video on this site: nothing was removed.',
};

interface DecidedProps {
  request: DmcaSummary;
  opened: DmcaRequest | undefined;
}

function Decided({ request, opened }: DecidedProps) {
  const { status, decidedBy, respondedAt, effect, restored } = request;
  // What administrators wrote is sealed with the notice.
  const adminNotes = opened?.adminNotes ?? request.adminNotes;
  const reason = opened?.restored?.reason;
  const who = `${status === 'approved' ? 'Approved' : 'Denied'} by ${decidedBy ?? 'an administrator'}`;
  return (
    <Card
      title="Decision"
      actions={status === 'approved' && !restored && <RestoreButton request={request} />}
    >
      <div className="flex flex-col gap-2 text-sm">
        <p>
          {who}
          {respondedAt && `, ${exactTime(respondedAt)}`}.
        </p>
        {adminNotes && <p className="wrap-anywhere whitespace-pre-line">{adminNotes}</p>}
        {effect && <p className="text-muted">{EFFECTS[effect]}</p>}
        {restored && (
          <p className="wrap-anywhere text-warn">
            Undone by {restored.by}, {exactTime(restored.at)}
            {reason ? `: ${reason}` : '. Open the notice to read why.'}
          </p>
        )}
      </div>
    </Card>
  );
}
