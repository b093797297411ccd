import {
  KEYWORD_STANDINGS,
  type KeywordRecord,
  type KeywordStanding,
  pageHref,
  routes,
} from '@vesper/contract';
import { fullPages, useAdminList } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { fieldsOf, Options, SearchField, SelectField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { cappedText } from '@vesper/web/admin/ui/value-text.ts';
import { Address, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { useDeferredValue, useState } from 'react';
import { useLanguages } from '../languages/batches.tsx';
import {
  AddKeyword,
  DeleteKeyword,
  EditKeyword,
  EnabledButton,
  PassButton,
  ReviewButton,
  STANDING_WORDS,
  Standing,
} from './keyword-acts.tsx';
import { LinkedVideos } from './linked-videos.tsx';

const PAGE = 50;

interface Filter {
  search: string;
  languageCode: string;
  enabled: '' | 'true' | 'false';
  standing: '' | KeywordStanding;
}

const COLUMNS: Column<KeywordRecord>[] = [
  {
    header: 'Keyword',
    cell: ({ keyword, metaTitle }) => (
      <div className="max-w-72 min-w-36">
        <p className="font-semibold wrap-anywhere">{keyword}</p>
        <p className="truncate text-xs text-muted" title={metaTitle}>
          {metaTitle}
        </p>
      </div>
    ),
  },
  { header: 'Address', cell: (keyword) => <PageAddress {...keyword} /> },
  { header: 'Views', align: 'right', from: 'md', cell: ({ views }) => formatCount(views) },
  { header: 'Videos', align: 'right', cell: ({ linkedVideos }) => cappedText(linkedVideos) },
  {
    header: 'State',
    cell: ({ enabled }) => (
      <StatusBadge tone={enabled ? 'good' : 'calm'}>{enabled ? 'Enabled' : 'Disabled'}</StatusBadge>
    ),
  },
  { header: 'Search engines', cell: (keyword) => <Standing keyword={keyword} /> },
];

export default function KeywordsPage() {
  const [filter, setFilter] = useState<Filter>({ search: '', languageCode: '', enabled: '', standing: '' });
  const asked = useDeferredValue(filter);
  const list = useAdminList(
    routes.keywords.list,
    { limit: PAGE, ...Object.fromEntries(Object.entries(asked).filter(([, value]) => value.trim() !== '')) },
    fullPages(PAGE, ({ position }) => position),
  );
  const isFiltered = Object.values(asked).some((value) => value !== '');
  return (
    <AdminPage
      title="Keywords"
      about="Each keyword has a landing page with its linked videos, in its language if translated."
      actions={<AddKeyword />}
    >
      <Filters filter={filter} onChange={setFilter} />
      <ListTable
        list={list}
        empty={isFiltered ? 'No keywords match.' : 'There are no keywords yet.'}
        caption="Keywords"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        nameOf={({ keyword }) => keyword}
        actions={(row) => (
          <>
            <LinkedVideos keyword={row} />
            <PassButton keyword={row} />
            <ReviewButton keyword={row} />
            <EnabledButton keyword={row} />
            <EditKeyword keyword={row} />
            <DeleteKeyword keyword={row} />
          </>
        )}
      />
    </AdminPage>
  );
}

function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { data: languages } = useLanguages();
  const field = fieldsOf(filter, onChange);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_12rem_10rem_14rem]">
      <SearchField
        placeholder="Keyword, slug, title or category"
        maxLength={200}
        value={filter.search}
        onChange={(search) => onChange({ ...filter, search })}
      />
      <SelectField label="Language" none="All" {...field('languageCode')}>
        <option value="none">No language</option>
        <Options of={languages?.map(({ code, name }) => [code, name])} />
      </SelectField>
      <SelectField
        label="State"
        none="All"
        of={{ true: 'Enabled', false: 'Disabled' }}
        {...field('enabled')}
      />
      <SelectField
        label="Search engines"
        none="All"
        of={KEYWORD_STANDINGS.map((standing) => [standing, STANDING_WORDS[standing].word])}
        {...field('standing')}
      />
    </div>
  );
}

function PageAddress({ languageCode, slug, enabled }: KeywordRecord) {
  const address = pageHref.keyword(languageCode ?? 'en', slug);
  const text = <Address text={decodeURI(address)} />;
  if (!enabled) return <span className="text-muted wrap-anywhere">{text}</span>;
  return (
    <a className="wrap-anywhere hover:underline" href={address}>
      {text}
    </a>
  );
}
