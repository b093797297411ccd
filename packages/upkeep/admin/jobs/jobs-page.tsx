import { BY_HAND, routes, type VideoSource } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Form, SearchField, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { Search, X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { FailureClasses, JobCounts } from './job-counts.tsx';
import { filterHref, type JobFilter, readFilter, withScope } from './job-filter.ts';
import { CLASS_WORDS, ENDING_WORDS, MEDIA_STEP_WORDS, STATUS_WORDS } from './job-words.ts';
import { DownloadsList, MediaJobsList } from './jobs-list.tsx';
import { OldStreamsNote } from './old-streams-note.tsx';
import { ClearedNotice } from './queue-buttons.tsx';

const KINDS = [
  ['downloads', 'Downloads'],
  ['media', 'Media jobs'],
] as const;

export default function JobsPage() {
  const { search } = useAddress();
  const filter = readFilter(search);
  const { data: sources = [] } = useAdminQuery(routes.sources.list);
  const nameOf = (sourceId: string) =>
    sourceId === BY_HAND
      ? 'Added by hand'
      : (sources.find(({ id }) => id === sourceId)?.name ?? 'A deleted source');
  return (
    <AdminPage
      title="Jobs"
      about="Downloads fetch videos. Media jobs make films, pictures and streams from them."
    >
      <Kinds current={filter.kind} />
      {filter.kind === 'media' ? <OldStreamsNote /> : <ClearedNotice />}
      <JobCounts filter={filter} />
      <FailureClasses filter={filter} />
      <JobFilters filter={filter} sources={sources} onChange={(next) => navigate(filterHref(next))} />
      {/* Keyed by filter: each list has its own selection. */}
      {filter.kind === 'media' ? (
        <MediaJobsList key={filterHref(filter)} filter={filter} />
      ) : (
        <DownloadsList key={filterHref(filter)} filter={filter} nameOf={nameOf} />
      )}
    </AdminPage>
  );
}

function Kinds({ current }: { current: JobFilter['kind'] }) {
  return (
    <nav aria-label="Kinds of jobs" className="flex gap-1 border-b border-line">
      {KINDS.map(([kind, word]) => (
        <a
          key={kind}
          href={filterHref({ kind })}
          aria-current={kind === current ? 'page' : undefined}
          className="inline-flex min-h-11 items-center border-b-2 border-transparent px-4 text-sm font-semibold text-muted hover:text-text aria-[current]:border-primary aria-[current]:text-text"
        >
          {word}
        </a>
      ))}
    </nav>
  );
}

interface JobFiltersProps {
  filter: JobFilter;
  sources: readonly VideoSource[];
  onChange: (filter: JobFilter) => void;
}

function JobFilters({ filter, sources, onChange }: JobFiltersProps) {
  const isMedia = filter.kind === 'media';
  const names = sources.map(({ id, name }): [string, string] => [id, name]);
  const address = new URL(filterHref(filter), location.origin).searchParams;
  /** Through the address's parser, which knows the values. */
  const choose = (name: string, value: string) => {
    address.set(name, value);
    onChange(readFilter(address));
  };
  const fields: (Pick<ComponentProps<typeof SelectField>, 'label' | 'none' | 'of'> & { name: string })[] = [
    { name: 'status', label: 'Status', none: 'All', of: STATUS_WORDS },
    {
      name: 'class',
      label: 'Failure reason',
      none: 'Anything',
      of: CLASS_WORDS,
    },
    ...(isMedia ? [] : [{ name: 'ending', label: 'Completion', none: 'Any', of: ENDING_WORDS }]),
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

function OneThing({ filter, onChange }: Pick<JobFiltersProps, 'filter' | 'onChange'>) {
  const what = filter.run ? `run ${filter.run}` : filter.video ? `video ${filter.video}` : undefined;
  if (!what) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span className="wrap-anywhere">Showing only jobs of {what}.</span>
      <Button size="small" icon={X} onClick={() => onChange(withScope(filter, {}))}>
        Show all
      </Button>
    </p>
  );
}
