import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form, fieldsOf, SelectField, TextField } from '../../ui/form.tsx';
import { OUTCOMES } from './audit-words.ts';

/** The values of the fields; empty ones do not filter. */
export const NO_FILTER = {
  administrator: '',
  action: '',
  subject: '',
  outcome: '',
  since: '',
  until: '',
};
type AuditFilter = typeof NO_FILTER;

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

/** Applied when the form is sent: each field is an exact match in an index. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const [draft, setDraft] = useState(filter);
  const field = fieldsOf(draft, setDraft);
  const clear = () => {
    setDraft(NO_FILTER);
    onChange(NO_FILTER);
  };
  return (
    <Form onSubmit={() => onChange(draft)} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <TextField label="Administrator" placeholder="anna, or cli:root" {...field('administrator')} />
      <TextField label="Action" placeholder="sources.change" {...field('action')} />
      <TextField label="Subject" placeholder="An id" {...field('subject')} />
      <SelectField label="Outcome" none="All" of={OUTCOMES} {...field('outcome')} />
      <TextField label="From (UTC)" type="date" {...field('since')} />
      <TextField label="To (UTC)" type="date" {...field('until')} />
      <div className="flex flex-wrap gap-2 sm:col-span-2 lg:col-span-3">
        <Button type="submit" look="primary">
          Show
        </Button>
        <Button onClick={clear}>Clear filters</Button>
      </div>
    </Form>
  );
}
