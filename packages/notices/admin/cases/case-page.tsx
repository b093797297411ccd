import { adminHref, type CaseDetails, caseFormOf, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { FactList, Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { CaseActs } from './case-acts.tsx';
import { CaseExports } from './case-exports.tsx';
import { CaseBadges, Clocks, kindInWords } from './case-words.tsx';
import { ChainCard } from './chain-card.tsx';
import { categoryInWords, DecisionCard } from './decision-card.tsx';
import { OthersCard, SenderCard, SourcesCard } from './history-cards.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { TargetsCard } from './targets-card.tsx';
import { TextsCard } from './texts-card.tsx';

/** Sealed texts show only once opened. */
export default function CasePage({ params: { id = '' } }: PageProps) {
  const { data, ...query } = useAdminQuery(routes.casework.get, { id });
  const details = data?.id === id ? data : undefined;
  return (
    <AdminPage
      title={details ? kindInWords(details.kind) : 'Notice'}
      about={
        <>
          <TextLink href={adminHref('cases')}>All notices</TextLink>
          {details && (
            <>
              {' · '}
              <span className="wrap-anywhere select-all">{details.id}</span>
            </>
          )}
        </>
      }
      actions={details && <CaseBadges {...details} />}
    >
      <ListState rows={details && [details]} query={query} empty="This case does not exist.">
        {details && <Case key={details.id} details={details} />}
      </ListState>
    </AdminPage>
  );
}

/** On phones, in the order of deciding; the history comes last. */
function Case({ details }: { details: CaseDetails }) {
  const column = 'flex min-w-0 flex-col gap-6';
  const right = `${column} xl:col-start-2`;
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
        <div className={`${right} xl:row-start-1`}>
          <FactsCard details={details} />
        </div>
        <div className={`${column} xl:col-start-1 xl:row-span-2 xl:row-start-1`}>
          <TargetsCard details={details} />
          <TextsCard details={details} />
          <OthersCard details={details} />
          <SenderCard details={details} />
          <SourcesCard details={details} />
        </div>
        <div className={`${right} xl:row-start-2`}>
          <ProposalCard details={details} />
          <DecisionCard details={details} />
          <CaseActs details={details} />
          <CaseExports details={details} />
        </div>
      </div>
      <ChainCard details={details} />
    </>
  );
}

const OUTCOMES: Record<NonNullable<CaseDetails['outcome']>, string> = {
  taken_off: 'Its videos were taken down.',
  was_off: 'Its videos were already down.',
  no_video: 'It names no video on this site, so nothing was removed.',
};

function FactsCard({ details }: { details: CaseDetails }) {
  const { confirmedAt, left, decidedAt, restoredAt, aboutCaseId, erasedAt, heldAt, keptUntil } = details;
  const ground = details.grounds.find(({ name }) => name === details.ground);
  return (
    <Card title="Status">
      <Clocks details={details} />
      <FactList
        className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm"
        of={{
          Received: (
            <>
              <Moment at={details.receivedAt} />
              {details.domain && ` at ${details.domain}`}
            </>
          ),
          Sender: (
            <>
              {details.initials || 'Not named'}, email{' '}
              {confirmedAt ? (
                <>
                  confirmed <Moment at={confirmedAt} />
                </>
              ) : (
                'not confirmed'
              )}
            </>
          ),
          Requested: details.asked.length > 0 && askedInWords(details),
          Hidden: details.hiddenAt && details.isOpen && (
            <>
              <Moment at={details.hiddenAt} />, pending a decision
            </>
          ),
          'Still on the site': left && `${countText(left.videos, 'video')}: ${left.why}`,
          Decided: decidedAt && (
            <>
              <Moment at={decidedAt} /> by {details.decidedBy ?? 'the site'}
              {ground && `: ${ground.words}`}
              {ground?.law && <span className="text-muted"> ({ground.law})</span>}
              {details.outcome && `. ${OUTCOMES[details.outcome]}`}
            </>
          ),
          Category: details.category && categoryInWords(details.category),
          Restored: restoredAt && (
            <>
              <Moment at={restoredAt} /> by {details.restoredBy ?? 'the site'}
            </>
          ),
          Answers: aboutCaseId && (
            <TextLink className="wrap-anywhere" href={adminHref('case', aboutCaseId)}>
              Case {aboutCaseId.slice(0, 8)}
            </TextLink>
          ),
          Erased: erasedAt && <Moment at={erasedAt} />,
          'Legal hold': heldAt && !erasedAt && (
            <>
              Since <Moment at={heldAt} />; nothing is erased
            </>
          ),
          Kept: keptUntil && !heldAt && !erasedAt && (
            <>
              Personal data is erased <Moment at={keptUntil} /> or later
            </>
          ),
        }}
      />
    </Card>
  );
}

function askedInWords({ kind, asked }: CaseDetails): string {
  const elements = caseFormOf(kind)?.elements ?? {};
  return asked.map((name) => elements[name]?.words ?? name).join('; ');
}
