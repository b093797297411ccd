import { adminHref, type CaseDetails, caseFormOf, routes } from '@vesper/contract';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import { exactTime } from '../../ui/moment-text.ts';
import type { AdminPageProps } from '../admin-page.ts';
import { CaseActs } from './case-acts.tsx';
import { CaseExports } from './case-exports.tsx';
import { CaseBadges, Due, kindInWords, stateInWords } from './case-words.tsx';
import { DecisionCard } from './decision-card.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { TextsCard } from './texts-card.tsx';

const link = 'text-primary-text hover:underline';

/** One case. What persons wrote is shown only once it is opened. */
export default function CasePage({ params: { id = '' } }: AdminPageProps) {
  const { data, ...query } = useAdminQuery(routes.casework.get, { id });
  return (
    <AdminPage
      title={data ? kindInWords(data.kind) : 'Notice'}
      about={data && `${data.id}, received ${exactTime(data.receivedAt)}`}
      actions={data && <CaseBadges {...data} />}
    >
      <ListState rows={data && [data]} query={query} empty="This case does not exist.">
        {data && (
          <>
            <div className="grid items-start gap-6 xl:grid-cols-2">
              <FactsCard kase={data} />
              <TargetsCard kase={data} />
            </div>
            <ProposalCard kase={data} />
            <TextsCard key={data.id} kase={data} />
            {data.kind === 'copyright' ? (
              <p className="text-sm">
                Copyright notices are decided{' '}
                <a className={link} href={adminHref('takedown', data.id)}>
                  on their own page
                </a>
                .
              </p>
            ) : (
              data.isOpen && <DecisionCard key={`${data.id} decision`} kase={data} />
            )}
            <CaseActs kase={data} />
            <CaseExports kase={data} />
          </>
        )}
      </ListState>
    </AdminPage>
  );
}

const OUTCOMES: Record<NonNullable<CaseDetails['outcome']>, string> = {
  taken_off: 'Its videos were taken off the site.',
  was_off: 'Its videos were off the site already.',
  no_video: 'It names no video on this site: nothing was removed.',
};

function FactsCard({ kase }: { kase: CaseDetails }) {
  const ground = kase.grounds.find(({ name }) => name === kase.ground);
  return (
    <Card title="Case">
      <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        <Fact name="Sender">{kase.initials || '-'}</Fact>
        <Fact name="Mailbox">
          {kase.confirmedAt ? (
            <>
              Confirmed <Moment at={kase.confirmedAt} />
            </>
          ) : (
            'Not confirmed'
          )}
        </Fact>
        <Fact name="Sent to">{kase.domain ?? '-'}</Fact>
        {kase.asked.length > 0 && <Fact name="Asked for">{askedInWords(kase)}</Fact>}
        {kase.clocks.map((clock) => (
          <Fact key={clock.name} name={CLOCK_WORDS[clock.name] ?? clock.name}>
            {clock.endedAt ? (
              <>
                {clock.ending === 'fired' ? 'Ran out' : 'Stopped'} <Moment at={clock.endedAt} />
              </>
            ) : (
              <Due at={clock.dueAt} />
            )}
          </Fact>
        ))}
        {kase.decidedAt && (
          <Fact name="Decided">
            <Moment at={kase.decidedAt} /> by {kase.decidedBy ?? 'an administrator'}
            {ground && `. ${ground.words}`}
            {kase.outcome && `. ${OUTCOMES[kase.outcome]}`}
          </Fact>
        )}
        {kase.restoredAt && (
          <Fact name="Restored">
            <Moment at={kase.restoredAt} /> by {kase.restoredBy ?? 'the site'}
          </Fact>
        )}
        {kase.aboutCaseId && (
          <Fact name="Answers">
            <a className={link} href={adminHref('case', kase.aboutCaseId)}>
              {kase.aboutCaseId}
            </a>
          </Fact>
        )}
      </dl>
    </Card>
  );
}

const CLOCK_WORDS: Readonly<Record<string, string>> = {
  review: 'To be decided',
  removal: 'To be removed',
  counter_term: 'Files are kept',
  restore: 'Comes back',
  restore_by: 'Must be back',
  lapse: 'Ends if not confirmed',
};

function askedInWords({ kind, asked }: CaseDetails): string {
  const elements = caseFormOf(kind)?.elements;
  return asked.map((name) => elements?.[name]?.words ?? name).join('; ');
}

function TargetsCard({ kase: { targets, others } }: { kase: CaseDetails }) {
  return (
    <Card title="What it names">
      <ul className="divide-y divide-line text-sm">
        {targets.map(({ position, video }) => (
          <li key={position} className="py-2 first:pt-0">
            {video ? (
              <>
                <a className={`${link} font-semibold wrap-anywhere`} href={adminHref('video', video.id)}>
                  {video.title}
                </a>
                <p className="text-xs text-muted">
                  {[video.status, video.hiddenReason].filter(Boolean).join(', ')}
                </p>
              </>
            ) : (
              <span className="text-muted">Address {position + 1}: no video of ours</span>
            )}
          </li>
        ))}
        {targets.length === 0 && <li className="text-muted">No address.</li>}
      </ul>
      {others.length > 0 && (
        <>
          <h3 className="mt-4 text-sm font-semibold">Other cases about the same</h3>
          <ul className="mt-2 flex flex-col gap-1 text-sm">
            {others.map(({ id, kind, state }) => (
              <li key={id}>
                <a className={link} href={adminHref('case', id)}>
                  {kindInWords(kind)}
                </a>{' '}
                <span className="text-muted">
                  {id.slice(0, 8)}, {stateInWords(state).toLowerCase()}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
