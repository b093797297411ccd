import { routes, type TagRule } from '@vesper/contract';
import { useAdminQuery } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { ActButton } from '../../ui/dialog/acts.tsx';
import { type Column, ListTable } from '../../ui/list.tsx';
import { Moment, NameCell } from '../../ui/values.tsx';

const COLUMNS: Column<TagRule>[] = [
  { header: 'Tag', cell: ({ tag }) => <NameCell name={tag} /> },
  { header: 'Becomes', cell: ({ becomes }) => becomes ?? <span className="text-muted">left out</span> },
  { header: 'Decided', from: 'md', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** Rules about tags, for future videos. */
export function TagRulesCard() {
  const { data, ...query } = useAdminQuery(routes.topics.tagRules);
  return (
    <Card title="Rules about tags" about="They apply to every future video.">
      <ListTable
        rows={data}
        query={query}
        empty="There are no rules about tags."
        caption="Rules about tags"
        columns={COLUMNS}
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
