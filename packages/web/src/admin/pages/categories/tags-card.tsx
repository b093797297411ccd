import { pageHref, routes, type TagCount } from '@vesper/contract';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { fullPages, useAdminList } from '../../data/calls.ts';
import { Card } from '../../ui/card.tsx';
import { ActButton, FormAct } from '../../ui/dialog/acts.tsx';
import { SearchField, TextField } from '../../ui/form.tsx';
import { type Column, ListTable } from '../../ui/list.tsx';
import { NameCell } from '../../ui/values.tsx';

const PAGE = 25;

const COLUMNS: Column<TagCount>[] = [
  { header: 'Tag', cell: ({ tag }) => <NameCell name={tag} href={pageHref.home({ tag })} /> },
  { header: 'Videos', align: 'right', cell: ({ videoCount }) => formatCount(videoCount) },
];

export function TagsCard() {
  const [search, setSearch] = useState('');
  const list = useAdminList(
    routes.topics.tags,
    { search: search.trim(), limit: PAGE },
    fullPages(PAGE, ({ tag }) => tag),
  );
  return (
    <Card title="Tags" about="Renaming a tag to one that exists merges the two.">
      <div className="flex flex-col gap-4">
        <SearchField placeholder="First letters of a tag" value={search} onChange={setSearch} />
        <ListTable
          list={list}
          empty={search.trim() === '' ? 'No video has a tag yet.' : 'No tags start with that.'}
          caption="Tags"
          columns={COLUMNS}
          keyOf={({ tag }) => tag}
          nameOf={({ tag }) => tag}
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
          <TextField label="Becomes" required maxLength={60} {...field('becomes')} />
        </>
      )}
    </FormAct>
  );
}

function LeaveOut({ tag }: { tag: string }) {
  return (
    <ActButton
      word="Leave out"
      row={tag}
      ask={{
        question: `Leave out the tag ${tag}?`,
        explanation: 'It is removed from all videos, now and in future. This cannot be undone.',
      }}
      run={(client) => client.topics.changeTag({ tag, becomes: null })}
      {...WORDS}
    />
  );
}
