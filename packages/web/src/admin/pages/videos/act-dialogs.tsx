import { type BulkActName, type ManagedVideo, routes } from '@vesper/contract';
import { useState } from 'react';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckField, Options, SelectField, TextArea } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { TagsEditor } from './tags-editor.tsx';
import { VideoPicture } from './video-picture.tsx';

export type AskedAct = BulkActName | 'delete';

/** The act with its input. */
export interface GivenAct {
  act: AskedAct;
  reason?: string;
  category?: string;
  tags?: string[];
  /** Of a deletion: the files stay away too. */
  blockFiles?: boolean;
}

interface ActDialogProps {
  /** Undefined while the dialog is closed. */
  asked: AskedAct | undefined;
  /** The only video, or their number: "3 videos". */
  what: ManagedVideo | string;
  isBusy: boolean;
  onGive: (given: GivenAct) => void;
  onClose: () => void;
}

const UNDO = 'This can be undone for 30 days.';
/** What each act does to one video, and to several. */
const QUESTIONS: Record<AskedAct, { verb: string; one: string; several?: string }> = {
  hide: {
    verb: 'Hide',
    one: `Visitors no longer find it in lists, search or at its addresses. ${UNDO}`,
    several: `Visitors no longer find them in lists, search or at their addresses. ${UNDO}`,
  },
  publish: {
    verb: 'Publish',
    one: `Back in its old place in the lists. With a notice, without a basis or without a film it is left alone. ${UNDO}`,
    several: `Back in their old places in the lists. Videos with a notice, without a basis or without a film are left alone. ${UNDO}`,
  },
  remove: {
    verb: 'Remove',
    one: `Off the site, with its files in quarantine and its addresses blocked. ${UNDO}`,
    several: `Off the site, with their files in quarantine and their addresses blocked. ${UNDO}`,
  },
  delete: {
    verb: 'Delete',
    one: 'The video and its files are deleted permanently, and its addresses stay blocked. This cannot be undone.',
    several:
      'The videos and their files are deleted permanently, and their addresses stay blocked. This cannot be undone.',
  },
  set_category: { verb: 'Move', one: UNDO },
  add_tags: { verb: 'Add tags to', one: UNDO },
  remove_tags: { verb: 'Remove tags from', one: UNDO },
};

/** Confirms an act on videos and asks for its input. */
export function ActDialog({ asked, what, isBusy, onGive, onClose }: ActDialogProps) {
  const { verb, one, several = one } = QUESTIONS[asked ?? 'hide'];
  const video = typeof what === 'string' ? undefined : what;
  const explanation = video ? one : several;
  const title = `${verb} ${video ? `“${video.title}”` : what}`;
  const isPlain = asked === undefined || asked === 'hide' || asked === 'publish';
  if (isPlain) {
    return (
      <ConfirmDialog
        isOpen={asked !== undefined}
        question={`${title}?`}
        explanation={explanation}
        action={verb}
        isBusy={isBusy}
        onConfirm={() => onGive({ act: asked ?? 'hide' })}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <div className="flex items-start gap-4">
        {video && <VideoPicture video={video} className="aspect-video w-28 shrink-0 rounded-lg" />}
        <p className="text-sm leading-relaxed text-pretty text-muted">{explanation}</p>
      </div>
      <ActForm asked={asked} verb={verb} isBusy={isBusy} onGive={onGive} onClose={onClose} />
    </Dialog>
  );
}

interface ActFormProps extends Pick<ActDialogProps, 'isBusy' | 'onGive' | 'onClose'> {
  asked: AskedAct;
  verb: string;
}

function ActForm({ asked, verb, isBusy, onGive, onClose }: ActFormProps) {
  const [reason, setReason] = useState('');
  const [category, setCategory] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const [blockFiles, setBlockFiles] = useState(false);
  const given: GivenAct =
    asked === 'delete'
      ? { act: asked, blockFiles }
      : asked === 'remove'
        ? { act: asked, reason }
        : asked === 'set_category'
          ? { act: asked, category }
          : { act: asked, tags };
  const isReady =
    { delete: true, remove: reason.trim() !== '', set_category: category !== '' }[asked as string] ??
    tags.length > 0;
  const submit = () => {
    if (isReady) onGive(given);
  };
  return (
    <Form onSubmit={submit}>
      {asked === 'remove' && (
        <TextArea
          label="Reason"
          hint="Shown beside the video, to administrators only."
          required
          autoFocus
          rows={3}
          maxLength={1000}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      {asked === 'delete' && (
        <CheckField
          label="Keep the same files out at every address"
          hint="An entry of the block list for each file; remove it there to let the file in again."
          checked={blockFiles}
          onChange={({ target }) => setBlockFiles(target.checked)}
        />
      )}
      {asked === 'set_category' && <CategoryField value={category} onChange={setCategory} />}
      {(asked === 'add_tags' || asked === 'remove_tags') && <TagsEditor tags={tags} onChange={setTags} />}
      <FormButtons
        action={verb.split(' ')[0]}
        look={asked === 'remove' || asked === 'delete' ? 'danger' : 'primary'}
        isBusy={isBusy}
        disabled={!isReady}
        onClose={onClose}
      />
    </Form>
  );
}

export function CategoryField({
  value,
  error,
  onChange,
}: {
  value: string;
  error?: string | undefined;
  onChange: (category: string) => void;
}) {
  const { data } = useAdminQuery(routes.categories.list);
  const names = (data ?? []).map(({ name }) => name);
  return (
    <SelectField
      label="Category"
      required
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="" disabled>
        Choose one
      </option>
      {value !== '' && !names.includes(value) && <option value={value}>{value}</option>}
      <Options of={names.map((name) => [name, name])} />
    </SelectField>
  );
}
