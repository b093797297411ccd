import { adminHref, type CaseDetails, caseFormOf, routes } from '@vesper/contract';
import { countText } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Card } from '../../ui/card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { AdminPageProps } from '../admin-page.ts';
import { CaseActs } from './case-acts.tsx';
import { CaseExports } from './case-exports.tsx';
import { CaseBadges, kindInWords, link } from './case-words.tsx';
import { categoryInWords } from './category-field.tsx';
import { ChainCard } from './chain-card.tsx';
import { Clocks } from './clocks.tsx';
import { DecisionCard } from './decision-card.tsx';
import { OthersCard, SenderCard, SourcesCard } from './history-cards.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { TargetsCard } from './targets-card.tsx';
import { TextsCard } from './texts-card.tsx';

/** One case. What persons wrote is shown only once it is opened. */
export default function CasePage({ params: { id = '' } }: AdminPageProps) {
  const { data, ...query } = useAdminQuery(routes.casework.get, { id });
  const kase = data?.id === id ? data : undefined;
  return (
    <AdminPage
      title={kase ? kindInWords(kase.kind) : 'Notice'}
      about={
        <>
          <a className={link} href={adminHref('cases')}>
            All notices
          </a>
          {kase && (
            <>
              {' · '}
              <span className="wrap-anywhere select-all">{kase.id}</span>
            </>
          )}
        </>
      }
      actions={kase && <CaseBadges {...kase} />}
    >
      <ListState rows={kase && [kase]} query={query} empty="This case does not exist.">
        {kase && <Case key={kase.id} kase={kase} />}
      </ListState>
    </AdminPage>
  );
}

/** On a phone in the order in which one decides: when, what, what was said of it and by whom, the decision; then what happened. */
function Case({ kase }: { kase: CaseDetails }) {
  const column = 'flex min-w-0 flex-col gap-6';
  const right = `${column} xl:col-start-2`;
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
        <div className={`${right} xl:row-start-1`}>
          <FactsCard kase={kase} />
        </div>
        <div className={`${column} xl:col-start-1 xl:row-span-2 xl:row-start-1`}>
          <TargetsCard kase={kase} />
          <TextsCard kase={kase} />
          <OthersCard kase={kase} />
          <SenderCard kase={kase} />
          <SourcesCard kase={kase} />
        </div>
        <div className={`${right} xl:row-start-2`}>
          <ProposalCard kase={kase} />
          <DecisionCard kase={kase} />
          <CaseActs kase={kase} />
          <CaseExports kase={kase} />
        </div>
      </div>
      <ChainCard kase={kase} />
    </>
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
    <Card title="Where it stands">
      <Clocks kase={kase} />
      <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        <Fact name="Received">
          <Moment at={kase.receivedAt} />
          {kase.domain && ` at ${kase.domain}`}
        </Fact>
        <Fact name="Sender">
          {kase.initials || 'Not named'},{' '}
          {kase.confirmedAt ? (
            <>
              mailbox confirmed <Moment at={kase.confirmedAt} />
            </>
          ) : (
            'mailbox not confirmed'
          )}
        </Fact>
        {kase.asked.length > 0 && <Fact name="Asked for">{askedInWords(kase)}</Fact>}
        {kase.hiddenAt && kase.isOpen && (
          <Fact name="Hidden">
            <Moment at={kase.hiddenAt} />, until it is decided
          </Fact>
        )}
        {kase.left && (
          <Fact name="Still on the site">
            {countText(kase.left.videos, 'video')}: {kase.left.why}
          </Fact>
        )}
        {kase.decidedAt && (
          <Fact name="Decided">
            <Moment at={kase.decidedAt} /> by {kase.decidedBy ?? 'the site'}
            {ground && `: ${ground.words}`}
            {ground?.law && <span className="text-muted"> ({ground.law})</span>}
            {kase.outcome && `. ${OUTCOMES[kase.outcome]}`}
          </Fact>
        )}
        {kase.category && <Fact name="Category">{categoryInWords(kase.category)}</Fact>}
        {kase.restoredAt && (
          <Fact name="Restored">
            <Moment at={kase.restoredAt} /> by {kase.restoredBy ?? 'the site'}
          </Fact>
        )}
        {kase.aboutCaseId && (
          <Fact name="Answers">
            <a className={`${link} wrap-anywhere`} href={adminHref('case', kase.aboutCaseId)}>
              The case {kase.aboutCaseId.slice(0, 8)}
            </a>
          </Fact>
        )}
        {kase.kind === 'copyright' && (
          <Fact name="DMCA">
            <a className={link} href={adminHref('takedown', kase.id)}>
              The request in full
            </a>
          </Fact>
        )}
        <Kept kase={kase} />
      </dl>
    </Card>
  );
}

/** How long it is known who is in it. */
function Kept({ kase: { erasedAt, heldAt, keptUntil } }: { kase: CaseDetails }) {
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
