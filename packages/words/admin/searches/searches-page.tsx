import { adminHref, DEFAULT_AUTO_LINK_LIMIT, pageHref, routes, type SearchRecord } from '@vesper/contract';
import { useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { fieldsOf, SelectField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { cappedText } from '@vesper/web/admin/ui/value-text.ts';
import { StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { useDeferredValue, useState } from 'react';
import { useLanguages } from '../languages/batches.tsx';
import { isPossibleSynonym, keywordOfSearch } from './search-words.ts';

const PAGE = 100;

/** `languageCode` is for keywords created here. */
const NO_FILTER = { from: '', to: '', state: 'open', languageCode: '' };
type Filter = typeof NO_FILTER;

const COLUMNS: Column<SearchRecord>[] = [
  {
    header: 'Searched for',
    cell: ({ text }) => (
      <a
        className="font-semibold wrap-anywhere hover:underline"
        href={pageHref.home({ search: text })}
        lang=""
        dir="auto"
      >
        {text}
      </a>
    ),
  },
  { header: 'Results', cell: ({ results }) => <Results results={results} /> },
  { header: 'Networks', align: 'right', cell: ({ networks }) => formatCount(networks) },
  { header: 'Days', align: 'right', from: 'md', cell: ({ days }) => formatCount(days) },
  { header: 'Last day', from: 'lg', cell: ({ lastDay }) => lastDay },
  { header: 'State', cell: (search) => <State search={search} /> },
];

export default function SearchesPage() {
  const [filter, setFilter] = useState(NO_FILTER);
  const { from, to, state, languageCode } = useDeferredValue(filter);
  const list = useNamedRows(
    routes.searches.list,
    { limit: PAGE, state: state as 'open' | 'all', ...(from ? { from } : {}), ...(to ? { to } : {}) },
    'searches',
  );
  return (
    <AdminPage
      title="Searches"
      about="What people searched for, searches without results first. A search counts once per network and day; searches from fewer than five networks a day are not recorded. Kept for 90 days."
    >
      <Filters filter={filter} onChange={setFilter} />
      <ListTable
        list={list}
        empty="No searches in this period."
        caption="Searches"
        columns={COLUMNS}
        keyOf={({ text }) => text}
        actions={(search) => (
          <>
            {search.keywordId === null && <KeywordButton search={search} languageCode={languageCode} />}
            {!search.isSynonym && isPossibleSynonym(search.text) && <MakeSynonym text={search.text} />}
            <SettleButton search={search} />
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
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <TextField label="From (UTC)" type="date" hint="If empty, the last seven days." {...field('from')} />
      <TextField label="To (UTC)" type="date" {...field('to')} />
      <SelectField label="State" of={{ open: 'Open', all: 'All' }} {...field('state')} />
      <SelectField
        label="Language of new keywords"
        none="No language"
        of={languages?.map(({ code, name }) => [code, name])}
        {...field('languageCode')}
      />
    </div>
  );
}

function Results({ results }: Pick<SearchRecord, 'results'>) {
  if (results === null) return <span className="text-muted">Not counted yet</span>;
  if (results === 0) return <StatusBadge tone="warn">Nothing found</StatusBadge>;
  return cappedText(results);
}

function State({ search: { keywordId, isSynonym, isSettled } }: { search: SearchRecord }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {keywordId !== null && (
        <a href={adminHref('keywords')} className="hover:underline">
          <StatusBadge tone="good">Keyword</StatusBadge>
        </a>
      )}
      {isSynonym && (
        <a href={adminHref('synonyms')} className="hover:underline">
          <StatusBadge tone="good">Synonym</StatusBadge>
        </a>
      )}
      {isSettled && <StatusBadge tone="calm">Settled</StatusBadge>}
      {keywordId === null && !isSynonym && !isSettled && <StatusBadge tone="busy">Open</StatusBadge>}
    </span>
  );
}

/** Search engines wait until its words are reviewed. */
function KeywordButton({ search: { text }, languageCode }: { search: SearchRecord; languageCode: string }) {
  return (
    <ActButton
      word="Make keyword"
      row={`of ${text}`}
      run={async (client) => {
        const { id } = await client.keywords.create(keywordOfSearch(text, languageCode));
        return client.keywords.autoLink({ id, limit: DEFAULT_AUTO_LINK_LIMIT });
      }}
      failure="Failed to create keyword"
      success={({ totalCount }) => ({
        title: 'Keyword created successfully',
        description: `${formatCount(totalCount)} videos linked. Please review its words on the page Keywords.`,
      })}
    />
  );
}

function MakeSynonym({ text }: { text: string }) {
  return (
    <FormAct
      word="Make synonym"
      row={`of ${text}`}
      title={`Make a synonym of ${text}`}
      action="Save"
      draft={{ other: '' }}
      noValidate
      run={(client, { other }) => client.synonyms.create({ words: [text, other.trim()] })}
      failure="The synonyms could not be saved."
      success={({ words }) => `Saved ${words.join(', ')}`}
    >
      {(field, { problems }) => (
        <TextField
          label="Means the same as"
          required
          maxLength={60}
          hint="A word, or a phrase of up to four. A search for either finds both, on every domain."
          {...field('other')}
          error={problems.words ?? problems['words.0'] ?? problems['words.1']}
        />
      )}
    </FormAct>
  );
}

function SettleButton({ search: { text, isSettled } }: { search: SearchRecord }) {
  return (
    <ActButton
      word={isSettled ? 'Reopen' : 'Settle'}
      row={text}
      look="plain"
      run={(client) => client.searches.settle({ text, isSettled: !isSettled })}
      failure="The search could not be settled."
    />
  );
}
