import { adminHref, DEFAULT_AUTO_LINK_LIMIT, pageHref, routes, type SearchRecord } from '@vesper/contract';
import { useDeferredValue, useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminList } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { RowButton } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { fieldsOf, Options, SelectField, TextField } from '../../ui/field.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { useLanguages } from '../languages/use-languages.ts';
import { keywordOfSearch } from './keyword-of-search.ts';
import { isPossibleSynonym } from './possible-synonym.ts';
import { SynonymDialog } from './synonym-dialog.tsx';

const PAGE = 100;
/** Results are counted up to this. */
const COUNT_CAP = 1000;

interface Filter {
  from: string;
  to: string;
  state: 'open' | 'all';
}

const STATES = [
  ['open', 'Open'],
  ['all', 'All'],
] as const;

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
  const [filter, setFilter] = useState<Filter>({ from: '', to: '', state: 'open' });
  const [languageCode, setLanguageCode] = useState('');
  const [toJoin, setToJoin] = useState<string>();
  const { from, to, state } = useDeferredValue(filter);
  const list = useAdminList(
    routes.searches.list,
    { limit: PAGE, state, ...(from ? { from } : {}), ...(to ? { to } : {}) },
    { rowsOf: ({ searches }) => searches, nextOf: ({ next }) => next },
  );
  return (
    <AdminPage
      title="Searches"
      about="What people looked for, what finds nothing first. A search counts once for each network and day; what fewer than five networks looked for on a day is known to nobody. Kept for 90 days."
    >
      <Filters
        filter={filter}
        onChange={setFilter}
        languageCode={languageCode}
        onLanguage={setLanguageCode}
      />
      <ListTable
        rows={list.rows}
        query={list}
        empty="In these days no search was made from five networks on one day."
        caption="Searches"
        columns={COLUMNS}
        keyOf={({ text }) => text}
        nameOf={({ text }) => text}
        actions={(search) => (
          <>
            {search.keywordId === null && <KeywordButton search={search} languageCode={languageCode} />}
            {!search.isSynonym && isPossibleSynonym(search.text) && (
              <RowButton
                word="Make synonym"
                row={`of ${search.text}`}
                onClick={() => setToJoin(search.text)}
              />
            )}
            <SettleButton search={search} />
          </>
        )}
      />
      <SynonymDialog text={toJoin} onClose={() => setToJoin(undefined)} />
    </AdminPage>
  );
}

interface FiltersProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  languageCode: string;
  onLanguage: (languageCode: string) => void;
}

function Filters({ filter, onChange, languageCode, onLanguage }: FiltersProps) {
  const { languages } = useLanguages();
  const field = fieldsOf(filter, onChange);
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <TextField label="From (UTC)" type="date" hint="Empty: the last seven days." {...field('from')} />
      <TextField label="To (UTC)" type="date" {...field('to')} />
      <SelectField label="State" {...field('state')}>
        <Options of={STATES} />
      </SelectField>
      <SelectField
        label="Language of new keywords"
        value={languageCode}
        onChange={({ target }) => onLanguage(target.value)}
      >
        <option value="">No language</option>
        <Options of={languages?.map(({ code, name }) => [code, name])} />
      </SelectField>
    </div>
  );
}

function Results({ results }: Pick<SearchRecord, 'results'>) {
  if (results === null) return <span className="text-muted">Not counted yet</span>;
  if (results === 0) return <StatusBadge tone="warn">Nothing found</StatusBadge>;
  return results >= COUNT_CAP ? `${formatCount(COUNT_CAP)}+` : formatCount(results);
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

/** The keyword's page gets the videos that match. Search engines wait until somebody has reviewed its words. */
function KeywordButton({ search: { text }, languageCode }: { search: SearchRecord; languageCode: string }) {
  const { run, isRunning } = useAdminMutation({
    run: async (client) => {
      const { id } = await client.keywords.create(keywordOfSearch(text, languageCode));
      return client.keywords.autoLink({ id, limit: DEFAULT_AUTO_LINK_LIMIT });
    },
    failure: 'Failed to create keyword',
    success: ({ totalCount }) => ({
      title: 'Keyword created successfully',
      description: `${formatCount(totalCount)} videos linked. Please review its words on the page Keywords.`,
    }),
  });
  return <RowButton word="Make keyword" row={`of ${text}`} isBusy={isRunning} onClick={() => void run()} />;
}

function SettleButton({ search: { text, isSettled } }: { search: SearchRecord }) {
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.searches.settle({ text, isSettled: !isSettled }),
    failure: 'The search could not be settled.',
  });
  return (
    <RowButton
      word={isSettled ? 'Reopen' : 'Settle'}
      row={text}
      look="plain"
      isBusy={isRunning}
      onClick={() => void run()}
    />
  );
}
