import { BY_HAND, type VideoSource } from '@vesper/contract';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Form, SearchField, SelectField } from '../../ui/form.tsx';
import { filterHref, type JobFilter, readFilter, withScope } from './job-filter.ts';
import { CLASS_WORDS, ENDING_WORDS, MEDIA_STEP_WORDS, STATUS_WORDS } from './job-words.ts';

interface JobFiltersProps {
  filter: JobFilter;
  sources: readonly VideoSource[];
  onChange: (filter: JobFilter) => void;
}

export function JobFilters({ filter, sources, onChange }: JobFiltersProps) {
  const isMedia = filter.kind === 'media';
  const names = sources.map(({ id, name }): [string, string] => [id, name]);
  const address = new URL(filterHref(filter), location.origin).searchParams;
  /** Goes through the address's parser, which knows the values. */
  const choose = (name: string, value: string) => {
    address.set(name, value);
    onChange(readFilter(address));
  };
  const fields: (Pick<ComponentProps<typeof SelectField>, 'label' | 'none' | 'of'> & { name: string })[] = [
    { name: 'status', label: 'Status', none: 'All', of: STATUS_WORDS },
    { name: 'class', label: isMedia ? 'Failed because' : 'Ended because', none: 'Anything', of: CLASS_WORDS },
    ...(isMedia ? [] : [{ name: 'ending', label: 'Not completed', none: 'Any', of: ENDING_WORDS }]),
    {
      name: 'source',
      label: 'Source',
      none: 'All',
      of: isMedia ? names : [[BY_HAND, 'Added by hand'], ...names],
    },
    ...(isMedia ? [{ name: 'step', label: 'Step', none: 'All', of: MEDIA_STEP_WORDS }] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map(({ name, ...field }) => (
          <SelectField
            key={name}
            {...field}
            value={address.get(name) ?? ''}
            onChange={({ target }) => choose(name, target.value)}
          />
        ))}
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

interface SearchFormProps {
  filter: JobFilter;
  onChange: (search: string | undefined) => void;
}

function SearchForm({ filter, onChange }: SearchFormProps) {
  const [text, setText] = useState(filter.search ?? '');
  const isMedia = filter.kind === 'media';
  return (
    <Form onSubmit={() => onChange(text.trim() || undefined)} className="flex flex-wrap items-end gap-2">
      <div className="min-w-60 flex-1">
        <SearchField
          label={isMedia ? "Search by the video's address" : 'Search by address'}
          placeholder={isMedia ? 'https://example.com/video' : 'A full address, or the start of a host name'}
          value={text}
          onChange={setText}
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
