import {
  BY_HAND,
  DOWNLOAD_ENDINGS,
  DOWNLOAD_ERROR_CLASSES,
  DOWNLOAD_STATUSES,
  MEDIA_STEPS,
  type VideoSource,
} from '@vesper/contract';
import { Search, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Options, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type JobFilter, readFilter, withScope } from './job-filter.ts';
import { CLASS_WORDS, ENDING_WORDS, MEDIA_STEP_WORDS, STATUS_WORDS } from './job-words.ts';

interface JobFiltersProps {
  filter: JobFilter;
  sources: readonly VideoSource[];
  onChange: (filter: JobFilter) => void;
}

export function JobFilters({ filter, sources, onChange }: JobFiltersProps) {
  const isMedia = filter.kind === 'media';
  /** Goes through the address's parser, which knows the values. */
  const choose = (name: 'status' | 'ending' | 'class' | 'step', value: string) => {
    const query = new URLSearchParams({ kind: filter.kind, ...read(filter), [name]: value });
    onChange(withScope(readFilter(query), filter));
  };
  const { status, ending, class: errorClass, step } = read(filter);
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField label="Status" value={status} onChange={({ target }) => choose('status', target.value)}>
          <option value="">All</option>
          <Options of={DOWNLOAD_STATUSES.map((one) => [one, STATUS_WORDS[one].word])} />
        </SelectField>
        <SelectField
          label={isMedia ? 'Failed because' : 'Ended because'}
          value={errorClass}
          onChange={({ target }) => choose('class', target.value)}
        >
          <option value="">Anything</option>
          <Options of={DOWNLOAD_ERROR_CLASSES.map((one) => [one, CLASS_WORDS[one]])} />
        </SelectField>
        {!isMedia && (
          <SelectField
            label="Not completed"
            value={ending}
            onChange={({ target }) => choose('ending', target.value)}
          >
            <option value="">Any</option>
            <Options of={DOWNLOAD_ENDINGS.map((one) => [one, ENDING_WORDS[one].word])} />
          </SelectField>
        )}
        <SelectField
          label="Source"
          value={filter.source ?? ''}
          onChange={({ target }) => onChange(withScope(filter, { source: target.value || undefined }))}
        >
          <option value="">All</option>
          {!isMedia && <option value={BY_HAND}>Added by hand</option>}
          <Options of={sources.map(({ id, name }) => [id, name])} />
        </SelectField>
        {isMedia && (
          <SelectField label="Step" value={step} onChange={({ target }) => choose('step', target.value)}>
            <option value="">All</option>
            <Options of={MEDIA_STEPS.map((one) => [one, MEDIA_STEP_WORDS[one]])} />
          </SelectField>
        )}
      </div>
      <SearchForm
        key={`${filter.kind} ${filter.search ?? ''}`}
        filter={filter}
        onChange={(search) => onChange(withScope(filter, { search }))}
      />
      <OneThing filter={filter} onChange={onChange} />
    </div>
  );
}

/** As they are in the address. */
function read({
  status,
  ending,
  errorClass,
  step,
}: JobFilter): Record<'status' | 'ending' | 'class' | 'step', string> {
  return { status: status ?? '', ending: ending ?? '', class: errorClass ?? '', step: step ?? '' };
}

function SearchForm({
  filter,
  onChange,
}: {
  filter: JobFilter;
  onChange: (search: string | undefined) => void;
}) {
  const [text, setText] = useState(filter.search ?? '');
  const isMedia = filter.kind === 'media';
  return (
    <Form onSubmit={() => onChange(text.trim() || undefined)} className="flex flex-wrap items-end gap-2">
      <div className="min-w-60 flex-1">
        <TextField
          label={isMedia ? "Search by the video's address" : 'Search by address'}
          type="search"
          placeholder={isMedia ? 'https://example.com/video' : 'A full address, or the start of a host name'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button type="submit" icon={Search}>
        Search
      </Button>
    </Form>
  );
}

/** Says that a link has narrowed the list to one run or video. */
function OneThing({ filter, onChange }: Pick<JobFiltersProps, 'filter' | 'onChange'>) {
  const what = filter.run ? `run ${filter.run}` : filter.video ? `video ${filter.video}` : undefined;
  if (!what) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span className="wrap-anywhere">Only those of the {what}.</span>
      <Button size="small" icon={X} onClick={() => onChange(withScope(filter, {}))}>
        Show all
      </Button>
    </p>
  );
}
