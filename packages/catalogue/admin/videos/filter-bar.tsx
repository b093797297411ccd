import {
  adminHref,
  HIDDEN_REASONS,
  routes,
  VIDEO_KINDS,
  VIDEO_PROBLEMS,
  VIDEO_STATUSES,
  type VideoCounts,
  type VideoFilter,
  WITHOUT_SOURCE,
} from '@vesper/contract';
import { RedownloadButton } from '@vesper/upkeep/admin/jobs/queue-buttons.tsx';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { SearchField, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { KIND_WORDS, PROBLEM_WORDS, REASON_WORDS, STATUS_WORDS } from './video-words.ts';

const TYPING_MS = 350;

interface FilterBarProps {
  filter: VideoFilter;
  counts: VideoCounts | undefined;
  /** `isTyping`: replaces the history entry instead of adding one per letter. */
  onChange: (filter: VideoFilter, isTyping?: boolean) => void;
}

export function FilterBar({ filter, counts, onChange }: FilterBarProps) {
  const sources = useAdminQuery(routes.sources.list);
  const categories = useAdminQuery(routes.categories.list);
  const set = (name: keyof VideoFilter, value: string, isTyping = false) => {
    const rest = { ...filter };
    delete rest[name];
    // Only hidden videos have a reason.
    if (name === 'status') delete rest.reason;
    onChange(value ? { ...rest, [name]: value } : rest, isTyping);
  };
  const sourceNames = (sources.data ?? []).map(({ id, name }): [string, string] => [id, name]);
  const fields: [name: keyof VideoFilter, label: string, of: [string, string][]][] = [
    ['status', 'Status', counted(VIDEO_STATUSES, (one) => STATUS_WORDS[one].word, counts?.status)],
    ['reason', 'Why hidden', counted(HIDDEN_REASONS, (one) => REASON_WORDS[one], counts?.reason)],
    [
      'problem',
      'Problem',
      counted(VIDEO_PROBLEMS, (one) => PROBLEM_WORDS[one], { gone: counts?.reason.gone }),
    ],
    ['kind', 'Kind', counted(VIDEO_KINDS, (one) => KIND_WORDS[one], counts?.kind)],
    ['sourceId', 'Source', [[WITHOUT_SOURCE, 'Added by hand'], ...sourceNames]],
    ['category', 'Category', (categories.data ?? []).map(({ name }) => [name, name])],
  ];
  return (
    <section aria-label="Filters" className="flex flex-col gap-3">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        <PausedSearch value={filter.search ?? ''} onChange={(search) => set('search', search, true)} />
        {fields
          .filter(([name]) => name !== 'reason' || filter.status === 'hidden')
          .map(([name, label, of]) => {
            const value = filter[name] ?? '';
            const isKnown = value === '' || of.some(([one]) => one === value);
            return (
              <SelectField
                key={name}
                label={label}
                none="All"
                of={isKnown ? of : [[value, value], ...of]}
                value={value}
                onChange={({ target }) => set(name, target.value)}
              />
            );
          })}
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

function counted<Value extends string>(
  values: readonly Value[],
  wordsOf: (value: Value) => string,
  counts: { [Name in Value]?: number | undefined } = {},
): [string, string][] {
  return values.map((value) => {
    const count = counts[value];
    return [value, count === undefined ? wordsOf(value) : `${wordsOf(value)} (${formatCount(count)})`];
  });
}

/** Searches once typing pauses; going back restores the address's search. */
function PausedSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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
      <SearchField placeholder="Title, ID or address" maxLength={2000} value={text} onChange={setText} />
    </div>
  );
}

const FILES = 'You can check all files in the library and re-download missing ones.';

export function ProblemNote({ problem }: Pick<VideoFilter, 'problem'>) {
  if (problem === 'possible_duplicate') {
    return (
      <Note text="Each may be a duplicate of another video. Both stay public until you decide.">
        <TextLink href={adminHref('duplicates')}>Compare side by side</TextLink>
      </Note>
    );
  }
  if (problem !== 'gone' && problem !== 'files_missing') return null;
  return (
    <Note
      text={
        problem === 'gone'
          ? `Hidden because they are no longer available. A video that is available at its next check is restored. ${FILES}`
          : `Their films are missing or being re-downloaded. ${FILES}`
      }
    >
      <RedownloadButton />
    </Note>
  );
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-panel p-3 text-sm">
      <p className="min-w-0 flex-1 basis-72 text-pretty text-muted">{text}</p>
      {children}
    </div>
  );
}

/** The other filters take any text. */
const CHOICES: Partial<Record<keyof VideoFilter, readonly string[]>> = {
  status: VIDEO_STATUSES,
  reason: HIDDEN_REASONS,
  kind: VIDEO_KINDS,
  problem: VIDEO_PROBLEMS,
};
const NAMES = ['search', 'status', 'reason', 'kind', 'problem', 'sourceId', 'category', 'tag'] as const;

/** Unknown values are dropped. */
export function readFilter(search: URLSearchParams): VideoFilter {
  const filter: Record<string, string> = {};
  for (const name of NAMES) {
    const value = search.get(name)?.trim();
    if (value && (CHOICES[name]?.includes(value) ?? true)) filter[name] = value;
  }
  return filter as VideoFilter;
}

export function filterHref(filter: VideoFilter): string {
  const params = new URLSearchParams();
  for (const name of NAMES) {
    const value = filter[name];
    if (value) params.set(name, value);
  }
  const query = params.toString();
  return query ? `${adminHref('videos')}?${query}` : adminHref('videos');
}

export function isFiltered(filter: VideoFilter): boolean {
  return Object.keys(filter).length > 0;
}
