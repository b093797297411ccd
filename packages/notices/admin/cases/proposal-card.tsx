import { adminHref, type CaseItem, type CaseProposal, type ProposedAct, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Moment, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { Check, Undo2, Users, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { kindInWords } from './case-words.tsx';
import { categoryInWords } from './decision-card.tsx';

const ACTS: Record<ProposedAct, string> = {
  approve: 'approve it, which takes its videos down',
  deny: 'deny it',
  restore: 'undo its takedown',
};

interface ProposalCardProps {
  details: Pick<CaseItem, 'id' | 'kind' | 'state' | 'isOpen'>;
}

const OFF: ReadonlySet<string> = new Set(['approved', 'countered', 'restoring', 'litigation']);

/** Hidden where one administrator is enough. */
export function ProposalCard({ details: { id, kind, state, isOpen } }: ProposalCardProps) {
  const { data } = useAdminQuery(routes.proposals.list, { caseId: id });
  if (!data) return null;
  const [proposal] = data.proposals;
  const isMinor = kind === 'minor' && data.needed.includes('minor');
  const isOff = OFF.has(state);
  const isNeeded = (isMinor && isOpen) || (isOff && (isMinor || data.needed.includes('restore')));
  if (!proposal && !isNeeded) return null;
  return (
    <Card title="Second administrator" icon={Users}>
      {proposal ? (
        <Waiting proposal={proposal} />
      ) : (
        <p className="text-sm">
          {isOff ? 'Undoing the takedown of this case' : 'A decision about this case'} is proposed first, and
          takes effect once another administrator confirms it.
        </p>
      )}
      {!data.hasSecond && <NoSecond />}
    </Card>
  );
}

export function ProposalsCard({ kind }: { kind: string | undefined }) {
  const { data } = useAdminQuery(routes.proposals.list, {}, { pollMs: 30_000 });
  if (!data) return null;
  const proposals = data.proposals.filter((proposal) => !kind || proposal.kind === kind);
  if (proposals.length === 0) return null;
  return (
    <Card title="Waiting for a second administrator" icon={Users}>
      <ul className="divide-y divide-line">
        {proposals.map((proposal) => (
          <li key={proposal.id} className="py-3 first:pt-0 last:pb-0">
            <Waiting proposal={proposal}>
              <TextLink className="font-semibold" href={adminHref('case', proposal.caseId)}>
                {kindInWords(proposal.kind)} {proposal.caseId.slice(0, 8)}
              </TextLink>
            </Waiting>
          </li>
        ))}
      </ul>
      {!data.hasSecond && <NoSecond />}
    </Card>
  );
}

function NoSecond() {
  return (
    <p className="mt-3 rounded-xl border border-warn p-3 text-sm">
      There is no second administrator, so nothing can be confirmed.{' '}
      <TextLink href={adminHref('administrators')}>Add one</TextLink>, or remove this from SECOND_REVIEW in
      the settings.
    </p>
  );
}

function Waiting({ proposal, children }: { proposal: CaseProposal; children?: ReactNode }) {
  const { id, act, groundWords, category, isYours, proposedBy, proposedAt } = proposal;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 text-sm">
        {children && <span className="block">{children}</span>}
        {isYours ? 'You have' : `${proposedBy} has`} proposed to {ACTS[act]}, <Moment at={proposedAt} />.
        {act === 'approve' && (
          <span className="block text-muted">
            Ground: {groundWords ?? 'default for this kind'}. Category:{' '}
            {category ? categoryInWords(category) : 'default for this kind'}.
          </span>
        )}
        {isYours && ' Another administrator must confirm it.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {!isYours && (
          <ActButton
            word="Confirm"
            size="small"
            look="danger"
            icon={Check}
            run={(client) => client.proposals.confirm({ id })}
            failure="The proposal could not be confirmed."
            success={({ message }) => ({ title: 'Confirmed', description: message })}
          />
        )}
        <ActButton
          word={isYours ? 'Withdraw' : 'Reject'}
          size="small"
          icon={isYours ? Undo2 : X}
          run={(client) => client.proposals.refuse({ id })}
          failure={`The proposal could not be ${isYours ? 'withdrawn' : 'rejected'}.`}
          success={({ message }) => ({ title: isYours ? 'Withdrawn' : 'Rejected', description: message })}
        />
      </div>
    </div>
  );
}
