import { adminHref, type CaseBatch, type CaseItem, MOST_CASES_AT_ONCE } from '@vesper/contract';
import { Check, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ReasonForm } from '../../ui/dialog/acts.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CaseBatchForm } from './case-batch-form.tsx';

type Status = 'approved' | 'denied';

interface CaseBatchBarProps {
  /** Those that are shown. */
  rows: readonly CaseItem[];
  selected: ReadonlySet<string>;
  onClear: () => void;
}

/** Decides the chosen cases together, and says what became of each. */
export function CaseBatchBar({ rows, selected, onClear }: CaseBatchBarProps) {
  const [asked, setAsked] = useState<Status>();
  const [batch, setBatch] = useState<CaseBatch>();
  const cases = rows.filter(({ id }) => selected.has(id));
  const isTooMany = cases.length > MOST_CASES_AT_ONCE;
  return (
    <>
      {cases.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm">
            {countText(cases.length, 'case')} chosen
            {isTooMany && `: at most ${MOST_CASES_AT_ONCE} can be decided at once`}
          </span>
          <Button
            size="small"
            look="danger"
            icon={Check}
            disabled={isTooMany}
            onClick={() => setAsked('approved')}
          >
            Approve
          </Button>
          <Button size="small" icon={X} disabled={isTooMany} onClick={() => setAsked('denied')}>
            Deny
          </Button>
          <Button size="small" look="plain" onClick={onClear}>
            Clear choice
          </Button>
        </div>
      )}
      <Dialog
        title={`${asked === 'denied' ? 'Deny' : 'Approve'} ${countText(cases.length, 'case')}?`}
        isOpen={asked !== undefined && cases.length > 0}
        onClose={() => setAsked(undefined)}
      >
        {asked && (
          <CaseBatchForm
            status={asked}
            cases={cases}
            onClose={() => setAsked(undefined)}
            onDone={(done) => {
              setAsked(undefined);
              setBatch(done);
              onClear();
            }}
          />
        )}
      </Dialog>
      {batch && <Results batch={batch} onClose={() => setBatch(undefined)} onUndone={setBatch} />}
    </>
  );
}

interface ResultsProps {
  batch: CaseBatch;
  onClose: () => void;
  onUndone: (batch: CaseBatch) => void;
}

/** Refused ones first. */
function Results({ batch: { message, results }, onClose, onUndone }: ResultsProps) {
  const [isAsking, setAsking] = useState(false);
  const toRestore = results.filter(({ isDone, canRestore }) => isDone && canRestore).map(({ id }) => id);
  const { run, isRunning } = useAdminMutation({
    run: (client, reason: string) => client.caseBatches.restore({ ids: toRestore, reason }),
    failure: 'The takedowns could not be undone.',
    onDone: onUndone,
  });
  return (
    <Card
      title={message}
      actions={
        <>
          {toRestore.length > 0 && (
            <Button size="small" icon={RotateCcw} isBusy={isRunning} onClick={() => setAsking(true)}>
              Undo {countText(toRestore.length, 'takedown')}
            </Button>
          )}
          <Button size="small" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <ul aria-live="polite" className="max-h-96 divide-y divide-line overflow-y-auto text-sm">
        {results
          .toSorted((a, b) => Number(a.isDone) - Number(b.isDone))
          .map(({ id, isDone, message: sentence }) => (
            <li key={id} className="py-2 first:pt-0">
              <a className="font-semibold text-primary-text hover:underline" href={adminHref('case', id)}>
                {id.slice(0, 8)}
              </a>{' '}
              <span className={isDone ? 'text-muted' : 'text-danger'}>
                {isDone ? '' : 'Refused. '}
                {sentence}
              </span>
            </li>
          ))}
      </ul>
      <Dialog title="Undo the takedowns?" isOpen={isAsking} onClose={() => setAsking(false)}>
        <ReasonForm
          explanation="The videos of these cases are shown again, their addresses are unblocked, and strikes of these cases are void."
          action="Undo the takedowns"
          onClose={() => setAsking(false)}
          onConfirm={(reason) => {
            setAsking(false);
            void run(reason);
          }}
        />
      </Dialog>
    </Card>
  );
}
