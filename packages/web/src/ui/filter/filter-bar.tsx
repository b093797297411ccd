import type { FilterCounts } from '@vesper/contract';
import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { ListedVideo } from '../../data/listed-videos.ts';
import { type Browse, filtersOf } from './browse.ts';
import { KeptFields } from './kept-fields.tsx';
import { categoryField, FILTER_FIELDS, type Field, sortField, withCounts } from './words.ts';

interface FilterBarProps {
  browse: Browse;
  hrefOf: (browse: Browse) => string;
  /** Their tags are suggested. */
  videos?: ListedVideo[] | undefined;
  /** How many videos each choice leaves. */
  counts?: FilterCounts | undefined;
  /** None on a category's page, or beside links to them. */
  categories?: string[];
}

/** It takes the focus when the focused element disappears. */
export const SORT_ID = 'sort';
const MOST_TAGS = 50;

/** Without script a plain form. Not links: crawlers would find endless combinations. */
export function FilterBar({ browse, hrefOf, videos, counts, categories = [] }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const filters = categories.length > 0 ? [...FILTER_FIELDS, categoryField(categories)] : FILTER_FIELDS;
  const sort = sortField(Boolean(browse.search));
  const pick = (name: Field['name'], value: string) =>
    navigate(hrefOf({ ...browse, [name]: value || undefined }));
  const form = usePickedEarly([sort, ...filters], browse, pick);
  return (
    <form
      ref={form}
      action={hrefOf({})}
      aria-label="Sort and filter"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        const tag = new FormData(event.currentTarget).get('tag') as string;
        if (tag !== (browse.tag ?? '')) pick('tag', tag);
      }}
      className="grows-left grid grid-cols-2 gap-2 max-sm:w-full sm:flex sm:flex-wrap"
    >
      <KeptFields browse={browse} except={['tag', ...[sort, ...filters].map(({ name }) => name)]} />
      <Choice id={SORT_ID} field={sort} value={browse.sort} onPick={pick} />
      <FiltersButton isOpen={isOpen} count={filtersOf(browse).length} toggle={() => setIsOpen(!isOpen)} />
      <div
        id="filters"
        className={`col-span-2 grid-cols-subgrid gap-2 sm:contents ${isOpen ? 'grid' : 'hidden max-sm:nojs:grid'}`}
      >
        {filters.map((field) => (
          <Choice
            key={field.name}
            field={counts ? withCounts(field, counts) : field}
            value={browse[field.name]}
            onPick={pick}
          />
        ))}
        <TagField key={browse.tag} tag={browse.tag} videos={videos} />
      </div>
      <button type="submit" className="filter grown hidden justify-center px-4 nojs:flex">
        Apply
      </button>
    </form>
  );
}

/** Applies choices made before the script arrived. */
function usePickedEarly(fields: Field[], browse: Browse, pick: ChoiceProps['onPick']) {
  const form = useRef<HTMLFormElement>(null);
  const followNow = useRef(() => {
    const picked = new FormData(form.current ?? undefined);
    for (const { name, choices } of fields) {
      const value = browse[name] ?? '';
      const now = picked.get(name);
      const couldShow = choices.some(([choice]) => choice === value);
      if (couldShow && typeof now === 'string' && now !== value) return pick(name, now);
    }
  });
  useEffect(() => followNow.current(), []);
  return form;
}

function FiltersButton({ isOpen, count, toggle }: { isOpen: boolean; count: number; toggle: () => void }) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls="filters"
      className="filter gap-2 px-3 sm:hidden nojs:hidden"
      onClick={toggle}
    >
      <i className="icon-sliders-horizontal text-muted" />
      {count > 0 ? `Filters (${count})` : 'Filters'}
    </button>
  );
}

/** Applies on Enter, on choosing a suggestion, or on leaving the field. */
function TagField({ tag, videos = [] }: { tag: string | undefined; videos: ListedVideo[] | undefined }) {
  const tags = new Set(videos.flatMap((video) => video.tags));
  return (
    <>
      <input
        name="tag"
        list="tags"
        aria-label="Tag"
        placeholder="Any tag"
        defaultValue={tag}
        onBlur={(event) => event.currentTarget.form?.requestSubmit()}
        className={`filter w-full px-3 placeholder:text-text sm:w-28 ${tag ? 'chosen' : ''}`}
      />
      <datalist id="tags">
        {[...tags].slice(0, MOST_TAGS).map((name) => (
          <option key={name}>{`${name} `}</option>
        ))}
      </datalist>
    </>
  );
}

interface ChoiceProps {
  id?: string;
  field: Field;
  value: string | undefined;
  onPick: (name: Field['name'], value: string) => void;
}

function Choice({ id, field: { name, label, choices }, value = '', onPick }: ChoiceProps) {
  return (
    <span className="choice">
      <select
        id={id}
        name={name}
        aria-label={label}
        value={value}
        onChange={(event) => onPick(name, event.currentTarget.value)}
        className={value ? 'filter chosen' : 'filter'}
      >
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
      <i className="icon-chevron-down" />
    </span>
  );
}
