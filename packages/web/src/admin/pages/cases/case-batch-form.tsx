import { type CaseBatch, type CaseItem, routes, type StatementCategory } from '@vesper/contract';
import { useState } from 'react';
import { countText } from '../../../ui/format.ts';
import { useAdminMutation, useAdminQuery } from '../../data/calls.ts';
import { Form, FormButtons, Options, SelectField, TextArea } from '../../ui/form.tsx';
import { kindInWords } from './case-words.tsx';
import { CategoryField } from './decision/category-field.tsx';

interface CaseBatchFormProps {
  status: 'approved' | 'denied';
  cases: readonly CaseItem[];
  onDone: (batch: CaseBatch) => void;
  onClose: () => void;
}

/** One decision for several cases, with one ground, category and note, after a question. */
export function CaseBatchForm({ status, cases, onDone, onClose }: CaseBatchFormProps) {
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
  // What is wrong with a field is said at the field.
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
            ? `This takes up to ${countText(videosOf(cases), 'video')} off the site at once. It can be undone, with a reason and your password.`
            : 'Videos that were hidden meanwhile are shown again. A denial cannot be undone.'}{' '}
          Their senders are told by mail.
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
        {counts}. Each case is decided by itself: those that cannot be are named afterwards.
      </p>
      {isApproval && kinds.size === 1 && first && (
        <GroundField caseId={first.id} ground={ground} onChange={setGround} />
      )}
      {isApproval && (
        <CategoryField
          unset="By the kind of each"
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
      <FormButtons action="Go on" onClose={onClose} />
    </Form>
  );
}

interface GroundFieldProps {
  /** One of the kind. */
  caseId: string;
  ground: string;
  onChange: (ground: string) => void;
}

/** Where all are of one kind, and it has several grounds. */
function GroundField({ caseId, ground, onChange }: GroundFieldProps) {
  const { data } = useAdminQuery(routes.casework.get, { id: caseId });
  if (!data || data.grounds.length < 2) return null;
  return (
    <SelectField label="Ground" value={ground} onChange={({ target }) => onChange(target.value)}>
      <Options of={data.grounds.map(({ name, words }, at) => [at === 0 ? '' : name, words])} />
    </SelectField>
  );
}

function videosOf(cases: readonly CaseItem[]): number {
  return cases.reduce((sum, { videos }) => sum + videos, 0);
}
