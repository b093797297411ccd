import {
  HIDDEN_REASONS,
  routes,
  VIDEO_KINDS,
  VIDEO_PROBLEMS,
  VIDEO_STATUSES,
  type VideoCounts,
  type VideoFilter,
  WITHOUT_SOURCE,
} from '@vesper/contract';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { isFiltered } from './video-filters.ts';
import { KIND_WORDS, PROBLEM_WORDS, REASON_WORDS, STATUS_WORDS } from './video-words.ts';

const TYPING_MS = 350;

interface FilterBarProps {
  filter: VideoFilter;
  counts: VideoCounts | undefined;
  /** `isTyping`: replaces the history entry instead of adding one per letter. */
  onChange: (filter: VideoFilter, isTyping?: boolean) => void;
}

/** The search and the filters. */
export function FilterBar({ filter, counts, onChange }: FilterBarProps) {
  const sources = useAdminQuery(routes.sources.list);
  const categories = useAdminQuery(routes.categories.list);
  const set = (name: keyof VideoFilter) => (value: string) => {
    const rest = { ...filter };
    delete rest[name];
    // Only hidden videos have a reason.
    if (name === 'status') delete rest.reason;
    onChange(value ? { ...rest, [name]: value } : rest);
  };
  const number = (n: number | undefined) => (n === undefined ? '' : ` (${formatCount(n)})`);
  return (
    <section aria-label="Filters" className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        <SearchField
          value={filter.search ?? ''}
          onChange={(search) => {
            const { search: _, ...rest } = filter;
            onChange(search ? { ...rest, search } : rest, true);
          }}
        />
        <Choice label="Status" value={filter.status} onChange={set('status')}>
          {VIDEO_STATUSES.map((status) => [status, STATUS_WORDS[status] + number(counts?.status[status])])}
        </Choice>
        {filter.status === 'hidden' && (
          <Choice label="Why hidden" value={filter.reason} onChange={set('reason')}>
            {HIDDEN_REASONS.map((reason) => [reason, REASON_WORDS[reason] + number(counts?.reason[reason])])}
          </Choice>
        )}
        <Choice label="Problem" value={filter.problem} onChange={set('problem')}>
          {VIDEO_PROBLEMS.map((problem) => [
            problem,
            PROBLEM_WORDS[problem] + (problem === 'gone' ? number(counts?.reason.gone) : ''),
          ])}
        </Choice>
        <Choice label="Kind" value={filter.kind} onChange={set('kind')}>
          {VIDEO_KINDS.map((kind) => [kind, KIND_WORDS[kind] + number(counts?.kind[kind])])}
        </Choice>
        <Choice label="Source" value={filter.sourceId} onChange={set('sourceId')}>
          {[
            [WITHOUT_SOURCE, 'Added by hand'],
            ...(sources.data ?? []).map(({ id, name }): [string, string] => [id, name]),
          ]}
        </Choice>
        <Choice label="Category" value={filter.category} onChange={set('category')}>
          {(categories.data ?? []).map(({ name }) => [name, name])}
        </Choice>
      </div>
      {isFiltered(filter) && (
        <div className="flex flex-wrap items-center gap-2">
          {filter.tag && (
            <span className="rounded-full border border-line px-3 py-1 text-sm">Tag: {filter.tag}</span>
          )}
          <Button size="small" onClick={() => onChange({})}>
            Clear filters
          </Button>
        </div>
      )}
    </section>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
  children: (readonly [value: string, words: string])[];
}

function Choice({ label, value = '', onChange, children }: ChoiceProps) {
  const isKnown = value === '' || children.some(([one]) => one === value);
  return (
    <SelectField label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All</option>
      {!isKnown && <option value={value}>{value}</option>}
      <Options of={children} />
    </SelectField>
  );
}

/** Searches once the typing pauses; going back restores the address's search. */
function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const tell = useRef(onChange);
  tell.current = onChange;
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text.trim() === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text.trim();
      tell.current(text.trim());
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="max-md:col-span-2">
      <TextField
        label="Search"
        type="search"
        placeholder="Title, id or address"
        maxLength={2000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}
