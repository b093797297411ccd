import { adminHref, type CaseDetails, caseFormOf, routes } from '@vesper/contract';
import { countText } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage, type PageProps } from '../../shell/admin-page.tsx';
import { Card } from '../../ui/card.tsx';
import { ListState } from '../../ui/list.tsx';
import { Fact, Moment, TextLink } from '../../ui/values.tsx';
import { CaseActs } from './case-acts.tsx';
import { CaseExports } from './case-exports.tsx';
import { CaseBadges, Clocks, kindInWords } from './case-words.tsx';
import { ChainCard } from './chain-card.tsx';
import { categoryInWords, DecisionCard } from './decision-card.tsx';
import { OthersCard, SenderCard, SourcesCard } from './history-cards.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { TargetsCard } from './targets-card.tsx';
import { TextsCard } from './texts-card.tsx';

/** What persons wrote shows only once it is opened. */
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

/** On a phone in the order in which one decides; then what happened. */
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
  taken_off: 'Its videos were taken off the site.',
  was_off: 'Its videos were off the site already.',
  no_video: 'It names no video on this site: nothing was removed.',
};

function FactsCard({ details }: { details: CaseDetails }) {
  const ground = details.grounds.find(({ name }) => name === details.ground);
  return (
    <Card title="Where it stands">
      <Clocks details={details} />
      <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        <Fact name="Received">
          <Moment at={details.receivedAt} />
          {details.domain && ` at ${details.domain}`}
        </Fact>
        <Fact name="Sender">
          {details.initials || 'Not named'},{' '}
          {details.confirmedAt ? (
            <>
              mailbox confirmed <Moment at={details.confirmedAt} />
            </>
          ) : (
            'mailbox not confirmed'
          )}
        </Fact>
        {details.asked.length > 0 && <Fact name="Asked for">{askedInWords(details)}</Fact>}
        {details.hiddenAt && details.isOpen && (
          <Fact name="Hidden">
            <Moment at={details.hiddenAt} />, until it is decided
          </Fact>
        )}
        {details.left && (
          <Fact name="Still on the site">
            {countText(details.left.videos, 'video')}: {details.left.why}
          </Fact>
        )}
        {details.decidedAt && (
          <Fact name="Decided">
            <Moment at={details.decidedAt} /> by {details.decidedBy ?? 'the site'}
            {ground && `: ${ground.words}`}
            {ground?.law && <span className="text-muted"> ({ground.law})</span>}
            {details.outcome && `. ${OUTCOMES[details.outcome]}`}
          </Fact>
        )}
        {details.category && <Fact name="Category">{categoryInWords(details.category)}</Fact>}
        {details.restoredAt && (
          <Fact name="Restored">
            <Moment at={details.restoredAt} /> by {details.restoredBy ?? 'the site'}
          </Fact>
        )}
        {details.aboutCaseId && (
          <Fact name="Answers">
            <TextLink className="wrap-anywhere" href={adminHref('case', details.aboutCaseId)}>
              The case {details.aboutCaseId.slice(0, 8)}
            </TextLink>
          </Fact>
        )}
        <Kept details={details} />
      </dl>
    </Card>
  );
}

function Kept({ details: { erasedAt, heldAt, keptUntil } }: { details: CaseDetails }) {
  if (erasedAt)
    return (
      <Fact name="Erased">
        <Moment at={erasedAt} />
      </Fact>
    );
  if (heldAt)
    return (
      <Fact name="Legal hold">
        Since <Moment at={heldAt} />: nothing of it is erased
      </Fact>
    );
  if (!keptUntil) return null;
  return (
    <Fact name="Kept">
      Personal data is erased <Moment at={keptUntil} /> at the earliest
    </Fact>
  );
}

function askedInWords({ kind, asked }: CaseDetails): string {
  const elements = caseFormOf(kind)?.elements ?? {};
  return asked.map((name) => elements[name]?.words ?? name).join('; ');
}
