import { routes, type TagRule, type TopicMove } from '@vesper/contract';
import { formatCount } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Card } from '../../ui/card.tsx';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { type Column, DataTable, ListState, ListTable } from '../../ui/list.tsx';
import { Moment, NameCell, StatusBadge } from '../../ui/values.tsx';
import { CategoriesCard } from './categories-card.tsx';
import { NamesCard } from './names-card.tsx';
import { TagsCard } from './tags-card.tsx';

export default function CategoriesPage() {
  const { data, ...query } = useAdminQuery(routes.topics.get, {}, { pollMs: 5000 });
  return (
    <AdminPage
      title="Categories and tags"
      about="Rename, merge and add synonyms to tidy the names that sources use. Old addresses redirect to the new ones."
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
    header: 'What',
    cell: ({ kind, from, to }) => `${kind === 'tag' ? 'Tag' : 'Category'} ${from} to ${to ?? 'nothing'}`,
    className: 'wrap-anywhere',
  },
  { header: 'Videos', align: 'right', cell: ({ moved }) => formatCount(moved) },
  { header: 'Begun', from: 'md', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    header: 'State',
    cell: ({ finishedAt }) => (
      <StatusBadge tone={finishedAt ? 'good' : 'busy'}>{finishedAt ? 'Done' : 'Moving'}</StatusBadge>
    ),
  },
];

/** The latest moves of videos; hidden if there are none. */
function MovesCard() {
  const { data } = useAdminQuery(routes.topics.moves, {}, { pollMs: 5000 });
  if (!data || data.length === 0) return null;
  return (
    <Card title="Moves of videos">
      <DataTable
        caption="Moves of videos"
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
  { header: 'Becomes', cell: ({ becomes }) => becomes ?? <span className="text-muted">left out</span> },
  { header: 'Decided', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

function TagRulesCard() {
  const list = useAdminQuery(routes.topics.tagRules);
  return (
    <Card title="Rules about tags" about="They apply to every future video.">
      <ListTable
        list={list}
        empty="There are no rules about tags."
        caption="Rules about tags"
        columns={RULE_COLUMNS}
        keyOf={({ tag }) => tag}
        nameOf={({ tag }) => tag}
        actions={({ tag, becomes }) => (
          <ActButton
            word="Take back"
            row={tag}
            aria-label={`Take the rule about ${tag} back`}
            run={(client) => client.topics.deleteTagRule({ tag, becomes: becomes ?? '' })}
            failure="The rule could not be taken back."
            success={({ message }) => ({ title: 'Taken back', description: message })}
          />
        )}
      />
    </Card>
  );
}
