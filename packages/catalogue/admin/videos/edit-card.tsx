import type { ManagedVideoDetails } from '@vesper/contract';
import { CategoryField, TagsEditor } from '@vesper/library/admin/videos/word-fields.tsx';
import { problemsOf, useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Form, fieldsOf, TextArea, TextField } from '@vesper/web/admin/ui/form.tsx';
import { callFailureOf } from '@vesper/web/data/call-failure.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface EditCardProps {
  video: ManagedVideoDetails;
  /** The video after an update from its source page. */
  taken: ManagedVideoDetails | undefined;
  onReload: () => void;
}

export function EditCard({ video, taken, onReload }: EditCardProps) {
  // As opened, saved, or reloaded.
  const [base, setBase] = useState(video);
  const [isTaking, setTaking] = useState(false);
  if (base.id !== video.id || (isTaking && video.version !== base.version)) {
    setBase(video);
    setTaking(false);
  }
  // Typed input stays; saving it causes a conflict.
  const isTyped = useRef(false);
  useEffect(() => {
    if (taken && !isTyped.current) setBase(taken);
  }, [taken]);
  return (
    <Card title="Details" about={aboutEdits(video)}>
      <EditForm
        key={`${base.id} ${base.version}`}
        video={base}
        isTyped={isTyped}
        onSaved={setBase}
        onTake={() => {
          setTaking(true);
          onReload();
        }}
      />
    </Card>
  );
}

function aboutEdits({ editedFields }: ManagedVideoDetails): string {
  if (editedFields.length === 0) return 'Imported from the source. Your edits are never overwritten.';
  return `Edited by hand: ${editedFields.join(', ')}. Your edits are never overwritten.`;
}

function wordsOf({ title, description, category, tags, language, slug, publishedAt }: ManagedVideoDetails) {
  const date = publishedAt === null ? '' : localMinute(publishedAt);
  return { title, description, category, tags, language: language ?? '', slug, publishedAt: date };
}

/** As date fields have it: in the reader's time zone, without seconds. */
function localMinute(isoDate: string): string {
  const date = new Date(isoDate);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

type Words = ReturnType<typeof wordsOf>;

/** An untouched date keeps its seconds. */
function editOf({ language, slug, publishedAt, ...words }: Words, before: Words) {
  return {
    ...words,
    ...(language !== before.language && { language: language || null }),
    ...(slug !== before.slug && { slug }),
    ...(publishedAt !== before.publishedAt && { publishedAt: new Date(publishedAt).toISOString() }),
  };
}

interface EditFormProps {
  video: ManagedVideoDetails;
  /** Unsaved input. */
  isTyped: RefObject<boolean>;
  onSaved: (video: ManagedVideoDetails) => void;
  onTake: () => void;
}

interface Problem {
  /** Problems by field. */
  fields: Readonly<Record<string, string>>;
  /** Someone else saved first. */
  conflict?: string;
}

function EditForm({ video, isTyped, onSaved, onTake }: EditFormProps) {
  const { id, version } = video;
  const before = wordsOf(video);
  const [words, setWords] = useState(before);
  const [{ conflict, fields }, setProblem] = useState<Problem>({ fields: {} });
  const isChanged = JSON.stringify(words) !== JSON.stringify(before);
  useUnsaved(isChanged);
  useEffect(() => {
    isTyped.current = isChanged;
  }, [isChanged, isTyped]);
  const { run, isRunning } = useAdminMutation({
    run: (client) => client.catalogue.change({ id, version, ...editOf(words, before) }),
    failure: 'The video could not be changed.',
    success: 'Saved',
    onDone: onSaved,
    onFailure: (error) => {
      const failure = callFailureOf(error);
      const problems = problemsOf(error);
      const tags = formatTagProblems(problems, words.tags);
      const fields = tags ? { ...problems, tags } : problems;
      setProblem({ fields, ...(failure?.status === 409 ? { conflict: failure.sentence } : {}) });
      return failure?.status === 409;
    },
  });
  const field = fieldsOf(words, setWords, fields);
  const isNameless = words.title.trim() === '';
  return (
    <Form onSubmit={() => isChanged && void run()}>
      {conflict && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-3 rounded-xl border border-danger p-3 text-sm"
        >
          <span className="min-w-0 flex-1 basis-60">{conflict}</span>
          <Button size="small" onClick={onTake}>
            Load current version
          </Button>
        </div>
      )}
      <TextField
        label="Title"
        required
        {...field('title')}
        {...(isNameless && { error: 'A video needs a title.' })}
      />
      <TextArea label="Description" rows={6} {...field('description')} />
      <CategoryField {...field('category')} />
      <TagsEditor tags={words.tags} error={fields.tags} onChange={(tags) => setWords({ ...words, tags })} />
      <FilingFields field={field} canMove={canMove(video)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" isBusy={isRunning} disabled={!isChanged || isNameless}>
          Save
        </Button>
        {isChanged && (
          <Button
            onClick={() => {
              setWords(before);
              setProblem({ fields: {} });
            }}
          >
            Discard
          </Button>
        )}
      </div>
    </Form>
  );
}

function canMove({ status, publishedAt }: ManagedVideoDetails): boolean {
  return publishedAt !== null && (status === 'published' || status === 'hidden');
}

interface FilingFieldsProps {
  field: ReturnType<typeof fieldsOf<Words>>;
  canMove: boolean;
}

function FilingFields({ field, canMove }: FilingFieldsProps) {
  return (
    <>
      {canMove && (
        <TextField
          label="Publish date"
          type="datetime-local"
          required
          hint="In your time zone. A date ahead hides the video until then."
          {...field('publishedAt')}
        />
      )}
      <TextField
        label="Language"
        hint="Two or three letters, such as en. Searches use its word forms."
        {...field('language')}
      />
      <TextField
        label="Slug"
        required
        hint="Its short name in calls. It follows the title until you edit it."
        {...field('slug')}
      />
    </>
  );
}

const MOST_SHOWN = 80;

/** The call names a tag by its index ("tags.3"); people know it by its text, here cut to 80 characters. */
function formatTagProblems(
  fields: Readonly<Record<string, string>>,
  tags: readonly string[],
): string | undefined {
  const sentences = Object.entries(fields).flatMap(([field, sentence]) => {
    if (field === 'tags') return [sentence];
    const place = /^tags\.(\d+)$/.exec(field)?.[1];
    return place === undefined ? [] : [`The tag "${shortened(tags[Number(place)] ?? '')}": ${sentence}`];
  });
  return sentences.length > 0 ? sentences.join('\n') : undefined;
}

function shortened(tag: string): string {
  const letters = [...tag];
  return letters.length <= MOST_SHOWN ? tag : `${letters.slice(0, MOST_SHOWN).join('')}…`;
}
