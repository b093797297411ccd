import { BLOCK_KINDS, type BlockKind, MOST_BLOCK_REASON, routes } from '@vesper/contract';
import { useState } from 'react';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { fieldsOf, Options, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';

const KINDS: Record<BlockKind, { words: string; label: string; placeholder: string }> = {
  address: {
    words: 'An address',
    label: 'Address of the video’s page or file',
    placeholder: 'https://films.example/watch/1',
  },
  id: { words: 'A source’s video', label: 'The source’s id of the video', placeholder: 'v-1234' },
  content: { words: 'A file', label: 'SHA-256 of the file', placeholder: '64 hexadecimal digits' },
};

const EMPTY = { kind: 'address', value: '', sourceId: '', reason: '', until: '' };

export function NewBlockForm({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const kind = draft.kind as BlockKind;
  const sources = useAdminQuery(routes.sources.list, {}, { isEnabled: kind === 'id' });
  const { run, isRunning, problems } = useAdminMutation({
    run: (client) => {
      const { value, sourceId, reason, until } = draft;
      return client.blockList.add({
        ...{ kind, value, reason },
        ...(kind === 'id' ? { sourceId } : {}),
        ...(until === '' ? {} : { until }),
      });
    },
    failure: 'The entry could not be added.',
    onDone: ({ video }) => {
      showToast(
        video
          ? {
              title: 'Added to the block list',
              description: `“${video.title}” is on the site and stays there until you remove it.`,
            }
          : { title: 'Added to the block list' },
      );
      onClose();
    },
  });
  const field = fieldsOf(draft, setDraft, problems);
  return (
    <Form noValidate onSubmit={() => void run()}>
      <SelectField label="What" {...field('kind')}>
        <Options of={BLOCK_KINDS.map((one) => [one, KINDS[one].words])} />
      </SelectField>
      {kind === 'id' && (
        <SelectField label="Source" required {...field('sourceId')}>
          <option value="">Choose one</option>
          <Options of={sources.data?.map(({ id, name }) => [id, name])} />
        </SelectField>
      )}
      <TextField
        label={KINDS[kind].label}
        required
        spellCheck={false}
        placeholder={KINDS[kind].placeholder}
        {...field('value')}
      />
      <TextArea
        label="Reason"
        hint="Name no persons."
        required
        rows={2}
        maxLength={MOST_BLOCK_REASON}
        {...field('reason')}
      />
      <TextField label="Last day" type="date" hint="Empty: it never ends." {...field('until')} />
      <FormButtons action="Add" isBusy={isRunning} onClose={onClose} />
    </Form>
  );
}
