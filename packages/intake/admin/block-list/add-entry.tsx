import { BLOCK_KINDS, type BlockKind, MOST_BLOCK_REASON, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { type fieldsOf, SelectField, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { Plus } from 'lucide-react';

const KINDS: Record<BlockKind, { words: string; label: string; placeholder: string }> = {
  address: {
    words: 'An address',
    label: 'Address of the page or file',
    placeholder: 'https://films.example/watch/1',
  },
  id: { words: 'A video of a source', label: 'ID at the source', placeholder: 'v-1234' },
  content: { words: 'A file', label: 'SHA-256 of the file', placeholder: '64 hexadecimal digits' },
};

const EMPTY = { kind: 'address', value: '', sourceId: '', reason: '', until: '' };

export function AddEntry() {
  return (
    <FormAct
      word="Add entry"
      look="primary"
      icon={Plus}
      title="Add to the block list"
      action="Add"
      draft={EMPTY}
      noValidate
      run={(client, { kind, value, reason, sourceId, until }) =>
        client.blockList.add({
          ...{ kind: kind as BlockKind, value, reason },
          ...(kind === 'id' && { sourceId }),
          ...(until !== '' && { until }),
        })
      }
      failure="The entry could not be added."
      success={({ video }) => ({
        title: 'Added to the block list',
        ...(video && { description: `“${video.title}” is on the site and stays there until you remove it.` }),
      })}
    >
      {(field, { draft }) => <EntryFields kind={draft.kind as BlockKind} {...{ field }} />}
    </FormAct>
  );
}

type Field = ReturnType<typeof fieldsOf<typeof EMPTY>>;

function EntryFields({ kind, field }: { kind: BlockKind; field: Field }) {
  const sources = useAdminQuery(routes.sources.list, {}, { isEnabled: kind === 'id' });
  const { label, placeholder } = KINDS[kind];
  return (
    <>
      <SelectField label="Kind" of={BLOCK_KINDS.map((one) => [one, KINDS[one].words])} {...field('kind')} />
      {kind === 'id' && (
        <SelectField
          label="Source"
          required
          none="Choose one"
          of={sources.data?.map(({ id, name }) => [id, name])}
          {...field('sourceId')}
        />
      )}
      <TextField {...{ label, placeholder }} required spellCheck={false} {...field('value')} />
      <TextArea
        label="Reason"
        hint="Do not name anyone."
        required
        rows={2}
        maxLength={MOST_BLOCK_REASON}
        {...field('reason')}
      />
      <TextField label="Last day" type="date" hint="Leave empty to block it forever." {...field('until')} />
    </>
  );
}
