import { pageHref, routes, type TagCount, type TagRule, type TopicMove } from '@vesper/contract';
import { fullPages, useAdminList, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SearchField, TextField } from '@vesper/web/admin/ui/form.tsx';
import { type Column, DataTable, ListState, ListTable } from '@vesper/web/admin/ui/list.tsx';
import { Moment, NameCell, StatusBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { useState } from 'react';
import { CategoriesCard } from './categories-card.tsx';
import { NamesCard } from './names-card.tsx';

export default function CategoriesPage() {
  const { data, ...query } = useAdminQuery(routes.topics.get, {}, { pollMs: 5000 });
  return (
    <AdminPage
      title="Categories and tags"
      about="Rename, merge and add synonyms to tidy up the names that sources use. Old addresses redirect to the new ones."
    >
      <ListState rows={data && [data]} query={query} empty="">
        {data && (
          <>
            <CategoriesCard topics={data} />
            <NamesCard topics={data} />
          </>
        )}
      </ListState>
      <TagsCard />
      <TagRulesCard />
      <MovesCard />
    </AdminPage>
  );
}

const MOVE_COLUMNS: Column<TopicMove>[] = [
  {
    header: 'Change',
    cell: ({ kind, from, to }) => `${kind === 'tag' ? 'Tag' : 'Category'} ${from} → ${to ?? 'removed'}`,
    className: 'wrap-anywhere',
  },
  { header: 'Videos', align: 'right', cell: ({ moved }) => formatCount(moved) },
  { header: 'Started', from: 'md', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    header: 'State',
    cell: ({ finishedAt }) => (
      <StatusBadge tone={finishedAt ? 'good' : 'busy'}>{finishedAt ? 'Done' : 'Moving'}</StatusBadge>
    ),
  },
];

function MovesCard() {
  const { data } = useAdminQuery(routes.topics.moves, {}, { pollMs: 5000 });
  if (!data || data.length === 0) return null;
  return (
    <Card title="Recent moves">
      <DataTable
        caption="Recent moves"
        columns={MOVE_COLUMNS}
        rows={data}
        keyOf={({ id }) => id}
        nameOf={({ from }) => from}
      />
    </Card>
  );
}

const RULE_COLUMNS: Column<TagRule>[] = [
  { header: 'Tag', cell: ({ tag }) => <NameCell name={tag} /> },
  { header: 'Replaced by', cell: ({ becomes }) => becomes ?? <span className="text-muted">removed</span> },
  { header: 'Added', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function TagRulesCard() {
  const list = useAdminQuery(routes.topics.tagRules);
  return (
    <Card title="Tag rules" about="Applied to every future video.">
      <ListTable
        list={list}
        empty="There are no tag rules."
        caption="Tag rules"
        columns={RULE_COLUMNS}
        keyOf={({ tag }) => tag}
        actions={({ tag, becomes }) => (
          <ActButton
            word="Remove"
            row={tag}
            aria-label={`Remove the rule for ${tag}`}
            run={(client) => client.topics.deleteTagRule({ tag, becomes: becomes ?? '' })}
            failure="The rule could not be removed."
            success={({ message }) => ({ title: 'Removed', description: message })}
          />
        )}
      />
    </Card>
  );
}

const PAGE = 25;

const TAG_COLUMNS: Column<TagCount>[] = [
  { header: 'Tag', cell: ({ tag }) => <NameCell name={tag} href={pageHref.home({ tag })} /> },
  { header: 'Videos', align: 'right', cell: ({ videoCount }) => formatCount(videoCount) },
];

function TagsCard() {
  const [search, setSearch] = useState('');
  const list = useAdminList(
    routes.topics.tags,
    { search: search.trim(), limit: PAGE },
    fullPages(PAGE, ({ tag }) => tag),
  );
  return (
    <Card title="Tags" about="Renaming a tag to an existing one merges the two.">
      <div className="flex flex-col gap-4">
        <SearchField placeholder="Tag starts with" value={search} onChange={setSearch} />
        <ListTable
          list={list}
          empty={search.trim() === '' ? 'No video has a tag yet.' : 'No tags start with that.'}
          caption="Tags"
          columns={TAG_COLUMNS}
          keyOf={({ tag }) => tag}
          actions={({ tag }) => (
            <>
              <Rename tag={tag} />
              <LeaveOut tag={tag} />
            </>
          )}
        />
      </div>
    </Card>
  );
}

const WORDS = {
  failure: 'The tag could not be changed.',
  success: ({ message }: { message: string }) => ({ title: 'Changed', description: message }),
};

function Rename({ tag }: { tag: string }) {
  return (
    <FormAct
      word="Rename"
      row={tag}
      title={`Rename the tag ${tag}`}
      draft={{ becomes: tag }}
      isReady={({ becomes }) => becomes.trim() !== '' && becomes.trim() !== tag}
      run={(client, { becomes }) => client.topics.changeTag({ tag, becomes: becomes.trim() })}
      {...WORDS}
    >
      {(field) => (
        <>
          <p className="text-sm text-muted">Applies to all videos, now and in future.</p>
          <TextField label="New name" required maxLength={60} {...field('becomes')} />
        </>
      )}
    </FormAct>
  );
}

function LeaveOut({ tag }: { tag: string }) {
  return (
    <ActButton
      word="Remove"
      row={tag}
      ask={{
        question: `Remove the tag ${tag}?`,
        explanation: 'It disappears from all videos, now and in future. This cannot be undone.',
      }}
      run={(client) => client.topics.changeTag({ tag, becomes: null })}
      {...WORDS}
    />
  );
}
