import {
  adminHref,
  type CaseBatch,
  type CaseItem,
  MOST_CASES_AT_ONCE,
  routes,
  type StatementCategory,
} from '@vesper/contract';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ReasonAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Dialog } from '@vesper/web/admin/ui/dialog/dialog.tsx';
import { Form, FormButtons, SelectField, TextArea } from '@vesper/web/admin/ui/form.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';
import { Check, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { kindInWords } from './case-words.tsx';
import { CategoryField } from './decision-card.tsx';

type Status = 'approved' | 'denied';

interface CaseBatchBarProps {
  rows: readonly CaseItem[];
  selected: ReadonlySet<string>;
  onClear: () => void;
}

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
            {countText(cases.length, 'case')} selected
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
            Clear selection
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
  const toRestore = results.filter(({ isDone, canRestore }) => isDone && canRestore).map(({ id }) => id);
  return (
    <Card
      title={message}
      actions={
        <>
          <ReasonAct
            isOffered={toRestore.length > 0}
            word={`Undo ${countText(toRestore.length, 'takedown')}`}
            size="small"
            icon={RotateCcw}
            title="Undo the takedowns?"
            explanation="Restores the videos of these cases, unblocks their addresses and voids the strikes."
            action="Undo the takedowns"
            run={(client, { reason }) =>
              client.caseBatches.restore({ ids: toRestore, reason: reason.trim() })
            }
            failure="The takedowns could not be undone."
            onDone={onUndone}
          />
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
              <TextLink className="font-semibold" href={adminHref('case', id)}>
                {id.slice(0, 8)}
              </TextLink>{' '}
              <span className={isDone ? 'text-muted' : 'text-danger'}>
                {isDone ? '' : 'Refused. '}
                {sentence}
              </span>
            </li>
          ))}
      </ul>
    </Card>
  );
}

interface CaseBatchFormProps {
  status: Status;
  cases: readonly CaseItem[];
  onDone: (batch: CaseBatch) => void;
  onClose: () => void;
}

function CaseBatchForm({ status, cases, onDone, onClose }: CaseBatchFormProps) {
  const [ground, setGround] = useState('');
  const [category, setCategory] = useState<StatementCategory | ''>('');
  const [note, setNote] = useState('');
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) =>
      client.caseBatches.decide({
        ...{ ids: cases.map(({ id }) => id), status, note: note.trim() || null },
        ...(ground && { ground }),
        ...(category && { category }),
      }),
    failure: 'The cases could not be decided.',
    onDone,
  });
  // Problems show at their fields.
  const decide = () => run().finally(() => setAsking(false));
  const isApproval = status === 'approved';
  const kinds = Map.groupBy(cases, ({ kind }) => kind);
  const [first] = cases;
  const counts = [...kinds].map(([kind, some]) => `${kindInWords(kind)}: ${some.length}`).join('. ');
  const action = `${isApproval ? 'Approve' : 'Deny'} ${countText(cases.length, 'case')}`;
  if (isAsking)
    return (
      <Form noValidate onSubmit={() => void decide()}>
        <p className="text-sm text-pretty">
          {isApproval
            ? `This takes down up to ${countText(videosOf(cases), 'video')} immediately. It can be undone, with a reason and your password.`
            : 'Hidden videos are shown again. A denial cannot be undone.'}{' '}
          The senders are notified by email.
        </p>
        <FormButtons
          action={action}
          look={isApproval ? 'danger' : 'primary'}
          isBusy={isRunning}
          onClose={() => setAsking(false)}
        />
      </Form>
    );
  return (
    <Form noValidate onSubmit={() => setAsking(true)}>
      <p className="text-sm text-muted">
        {counts}. Each case is decided separately; failures are listed afterwards.
      </p>
      {isApproval && kinds.size === 1 && first && (
        <GroundField caseId={first.id} ground={ground} onChange={setGround} />
      )}
      {isApproval && (
        <CategoryField
          unset="Default for each kind"
          value={category}
          problem={problems.category}
          onChange={setCategory}
        />
      )}
      <TextArea
        label="Note"
        rows={3}
        maxLength={2000}
        hint="Internal, and sealed with each case."
        value={note}
        error={problems.note}
        onChange={({ target }) => setNote(target.value)}
      />
      <FormButtons action="Continue" onClose={onClose} />
    </Form>
  );
}

interface GroundFieldProps {
  /** Any case of the kind. */
  caseId: string;
  ground: string;
  onChange: (ground: string) => void;
}

/** For cases of one kind that has several grounds. */
function GroundField({ caseId, ground, onChange }: GroundFieldProps) {
  const { data } = useAdminQuery(routes.casework.get, { id: caseId });
  if (!data || data.grounds.length < 2) return null;
  return (
    <SelectField
      label="Ground"
      value={ground}
      onChange={({ target }) => onChange(target.value)}
      of={data.grounds.map(({ name, words }, at) => [at === 0 ? '' : name, words])}
    />
  );
}

function videosOf(cases: readonly CaseItem[]): number {
  return cases.reduce((sum, { videos }) => sum + videos, 0);
}
