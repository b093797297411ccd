import { actionWords, OUTCOMES } from '@vesper/access/admin/audit/audit-entry.tsx';
import {
  type AuditEntry,
  adminHref,
  type CaseDetails,
  caseFormOf,
  counterNotice,
  routes,
} from '@vesper/contract';
import { useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ListState, MoreButton } from '@vesper/web/admin/ui/list.tsx';
import { Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { clockInWords } from './case-words.tsx';

const PAGE = 100;

/** The case's audit entries, oldest first. */
export function ChainCard({ details }: { details: CaseDetails }) {
  const { rows, ...query } = useNamedRows(routes.audit.list, { subject: details.id, limit: PAGE }, 'entries');
  return (
    <Card
      title="History"
      about={
        <>
          From the <TextLink href={adminHref('audit')}>audit log</TextLink>, which cannot be changed.
        </>
      }
    >
      <ListState rows={rows && [details]} query={query} empty="">
        <div className="flex flex-col gap-4">
          <MoreButton {...query} />
          <ol className="flex flex-col gap-3 text-sm">
            {!query.hasNextPage && <Step at={details.receivedAt} words="Received" who="the sender" />}
            {stepsOf(rows ?? []).map((entry) => (
              <EntryStep key={entry.seq} entry={entry} kind={details.kind} />
            ))}
          </ol>
        </div>
      </ListState>
    </Card>
  );
}

function EntryStep({ entry, kind }: { entry: AuditEntry; kind: string }) {
  return <Step at={entry.at} words={stepInWords(entry, kind)} who={actorInWords(entry)} seq={entry.seq} />;
}

function Step({ at, words, who, seq }: { at: string; words: string; who: string; seq?: number }) {
  return (
    <li className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-l-2 border-line pl-3">
      <span className="min-w-0 text-pretty wrap-anywhere">
        {words} <span className="text-muted">by {who}</span>
      </span>
      <span className="text-xs text-muted tabular-nums">
        {seq !== undefined && `Entry ${seq}, `}
        <Moment at={at} />
      </span>
    </li>
  );
}

/** Their effects have entries of their own. */
const TOLD_BY_EFFECT: ReadonlySet<string> = new Set([
  ...[
    'casework.decide',
    'casework.ask',
    'casework.restore',
    'casework.hold',
    'casework.erase',
    'casework.dismiss',
  ],
  ...['cases.court', 'cases.settle', 'takedowns.decide', 'takedowns.restore'],
  ...['casework.file', 'proposals.confirm', 'proposals.refuse'],
]);

const BY_SENDER: ReadonlySet<string> = new Set([
  'cases.confirm',
  'cases.supplement',
  'cases.withdraw',
  'cases.counter',
]);

/** Oldest first. */
export function stepsOf(entries: readonly AuditEntry[]): AuditEntry[] {
  return entries
    .filter(
      ({ action, by, outcome }) => !(by !== 'other' && outcome === 'done' && TOLD_BY_EFFECT.has(action)),
    )
    .toReversed();
}

/** An act in words: "Approved, 2 videos, 1 strike". */
export function stepInWords({ action, outcome, reason, after }: AuditEntry, kind: string): string {
  const facts = recordOf(after);
  const words = STEPS[action]?.(facts, kind) ?? actionWords(action);
  if (outcome === 'done') return words;
  return [`${words}: ${OUTCOMES[outcome].word.toLowerCase()}`, reason].filter(Boolean).join('. ');
}

function actorInWords({ action, administrator, after }: AuditEntry): string {
  const { by } = recordOf(after);
  if (administrator !== 'system') return administrator;
  if (typeof by === 'string') return by;
  return BY_SENDER.has(action) ? 'the sender' : 'the site';
}

type Facts = Readonly<Record<string, unknown>>;

function recordOf(value: unknown): Facts {
  return typeof value === 'object' && value !== null ? (value as Facts) : {};
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}

const STEPS: Readonly<Record<string, (facts: Facts, kind: string) => string>> = {
  'cases.confirm': () => 'Email address confirmed',
  'cases.ask': ({ asked }, kind) => {
    const elements = caseFormOf(kind)?.elements ?? {};
    const names = Array.isArray(asked) ? asked.map(String) : [];
    return `Asked for ${names.map((name) => elements[name]?.words ?? name).join('; ')}`;
  },
  'cases.supplement': () => 'Sent the requested information',
  'cases.approve': ({ videos, strikes }, kind) =>
    [
      kind === counterNotice.kind ? 'Forwarded to the complainant' : 'Approved',
      lengthOf(videos) > 0 && countText(lengthOf(videos), 'video'),
      typeof strikes === 'number' && strikes > 0 && countText(strikes, 'strike'),
    ]
      .filter(Boolean)
      .join(', '),
  'cases.deny': () => 'Denied',
  'cases.lapse': () => 'Closed automatically: not confirmed, or the requested information never arrived',
  'cases.withdraw': () => 'Withdrawn',
  'cases.counter': () => 'Answered by a counter-notice',
  'cases.forward': () => 'The counter-notice was forwarded',
  'cases.dismiss': () => 'The counter-notice was dismissed',
  'cases.sue': () => 'A court action was recorded',
  'cases.settle': () => 'The court action ended: the videos stay down',
  'cases.restore': ({ heldBy }) =>
    lengthOf(heldBy) > 0 ? 'Restored, except videos that other cases keep down' : 'Restored',
  'cases.hide': ({ videos }) => `${countText(lengthOf(videos), 'video')} hidden before a decision`,
  'cases.hide_copies': ({ videos }) => `${countText(Number(videos), 'video')} taken down: further copies`,
  'cases.release_copies': ({ videos }) =>
    `${countText(Number(videos), 'video')} restored that had stayed down`,
  'cases.overdue': ({ clock }) => `Deadline passed: ${clockInWords(String(clock)).toLowerCase()}`,
  'cases.close': () => 'Closed: the time for an answer has passed',
  'cases.hold': () => 'Put on legal hold',
  'cases.release': () => 'Legal hold ended',
  'cases.erase': () => 'Personal data erased',
  'cases.propose': ({ act }) =>
    `Proposed to ${PROPOSED[String(act)] ?? 'act'}, for another administrator to confirm`,
  'cases.void': () => 'The proposal became void: the case has changed since',
  'cases.refuse': ({ by, proposedBy }) =>
    by === proposedBy ? 'Withdrew the proposal' : `Rejected the proposal of ${proposedBy}`,
  'cases.papers': ({ papers }) => `${countText(lengthOf(papers), 'text')} entered in the log`,
  'cases.file': () => 'The case file was exported',
  'casework.open': () => 'Opened the notice',
  'takedowns.open': () => 'Opened the notice',
  'takedowns.get': () => 'Opened the notice',
  'casework.note': () => 'Added a note',
  'casework.name': () => 'Added a video',
  // Shown only if refused or failed: their effects have entries above.
  'casework.decide': () => 'Decision',
  'casework.ask': () => 'Question to the sender',
  'casework.restore': () => 'Restoration',
  'casework.dismiss': () => 'Dismissal of the counter-notice',
  'casework.copies': () => 'Started a job for further copies',
  'casework.file': () => 'Case file',
  'casework.hold': () => 'Legal hold',
  'casework.erase': () => 'Erasure of personal data',
  'cases.court': () => 'Record of a court action',
  'takedowns.decide': () => 'Decision',
  'takedowns.restore': () => 'Restoration',
  'proposals.confirm': () => 'Confirmation of a proposal',
  'proposals.refuse': () => 'Rejection of a proposal',
};

const PROPOSED: Readonly<Record<string, string>> = {
  approve: 'approve it',
  deny: 'deny it',
  restore: 'undo its takedown',
};
