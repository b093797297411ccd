import { pageHref, routes, type TagCount } from '@vesper/contract';
import { useState } from 'react';
import { formatCount } from '../../../ui/format.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { fullPages, useAdminList } from '../../data/use-admin-query.ts';
import { RowButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { NameForm } from './name-form.tsx';

const PAGE = 25;

const COLUMNS: Column<TagCount>[] = [
  {
    header: 'Tag',
    cell: ({ tag }) => (
      <a className="font-medium wrap-anywhere hover:underline" href={pageHref.home({ tag })}>
        {tag}
      </a>
    ),
  },
  { header: 'Videos', align: 'right', cell: ({ videoCount }) => formatCount(videoCount) },
];

/** Tags by number of public videos. */
export function TagsCard() {
  const [search, setSearch] = useState('');
  const [act, setAct] = useState<{ kind: 'change' | 'drop'; tag: string }>();
  const list = useAdminList(
    routes.topics.tags,
    { search: search.trim(), limit: PAGE },
    fullPages(PAGE, ({ tag }) => tag),
  );
  const close = () => setAct(undefined);
  const change = useAdminMutation({
    run: (client, input: { tag: string; becomes: string | null }) => client.topics.changeTag(input),
    failure: 'The tag could not be changed.',
    success: ({ message }) => ({ title: 'Changed', description: message }),
    onDone: close,
  });
  return (
    <Card title="Tags" about="Renaming a tag to one that exists merges the two.">
      <div className="flex flex-col gap-4">
        <TextField
          label="Search"
          type="search"
          placeholder="First letters of a tag"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <ListTable
          rows={list.rows}
          query={list}
          empty={search.trim() === '' ? 'No video has a tag yet.' : 'No tags start with that.'}
          caption="Tags"
          columns={COLUMNS}
          keyOf={({ tag }) => tag}
          nameOf={({ tag }) => tag}
          actions={({ tag }) => (
            <>
              <RowButton word="Rename" row={tag} onClick={() => setAct({ kind: 'change', tag })} />
              <RowButton word="Leave out" row={tag} onClick={() => setAct({ kind: 'drop', tag })} />
            </>
          )}
        />
      </div>
      <Dialog title={`Rename the tag ${act?.tag ?? ''}`} isOpen={act?.kind === 'change'} onClose={close}>
        {act && (
          <NameForm
            label="Becomes"
            action="Rename"
            initial={act.tag}
            about="Applies to all videos, now and in future."
            isBusy={change.isRunning}
            onSubmit={(becomes) => change.run({ tag: act.tag, becomes })}
            onClose={close}
          />
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={act?.kind === 'drop'}
        question={`Leave out the tag ${act?.tag ?? ''}?`}
        explanation="It is removed from all videos, now and in future. This cannot be undone."
        action="Leave out"
        isDestructive
        isBusy={change.isRunning}
        onConfirm={() => act && void change.run({ tag: act.tag, becomes: null })}
        onClose={close}
      />
    </Card>
  );
}
