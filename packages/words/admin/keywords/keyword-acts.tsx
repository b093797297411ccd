import { INDEXABLE_VIDEOS, type KeywordRecord, type KeywordStanding } from '@vesper/contract';
import { isSaidAtFields, useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { useUnsaved } from '@vesper/web/admin/data/unsaved.ts';
import { ActButton, FormAct, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { CheckField } from '@vesper/web/admin/ui/form.tsx';
import { type BadgeWord, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { formatCount } from '@vesper/web/ui/format.ts';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import {
  CREATION,
  draftOfKeyword,
  EMPTY_KEYWORD,
  editedDraft,
  inputOfDraft,
  KeywordFields,
  MoreKeywordFields,
} from './keyword-fields.tsx';

const FAILURE = 'Failed to update keyword';

export function AddKeyword() {
  return (
    <FormAct
      word="New keyword"
      look="primary"
      icon={Plus}
      title="New keyword"
      action="Create Keyword"
      draft={EMPTY_KEYWORD}
      noValidate
      {...CREATION}
    >
      {(_, form) => (
        <>
          <KeywordFields {...form} />
          <MoreKeywordFields {...form} />
        </>
      )}
    </FormAct>
  );
}

/** Keeps the input if the keyword changes meanwhile, and offers to load the changes. */
export function EditKeyword({ keyword }: { keyword: KeywordRecord }) {
  const draftOf = (seen: KeywordRecord) => ({ ...draftOfKeyword(seen), seen });
  return (
    <FormAct
      word="Edit"
      row={keyword.keyword}
      icon={Pencil}
      title="Edit keyword"
      action="Save"
      draft={draftOf(keyword)}
      noValidate
      run={(client, { seen: { id, version }, ...draft }) =>
        client.keywords.change({ id, version, ...inputOfDraft(draft) })
      }
      failure={FAILURE}
      success={() => 'Keyword updated successfully'}
      onFailure={isSaidAtFields}
    >
      {(_, { draft: { seen, ...draft }, setDraft, problems, isRunning }) => (
        <>
          {keyword.version > seen.version && !isRunning && (
            <OutdatedNote what="this keyword" onLoad={() => setDraft(draftOf(keyword))} />
          )}
          <EditFields
            {...{ seen, draft, problems }}
            setDraft={(edited) => setDraft({ ...editedDraft(draft, edited), seen })}
          />
        </>
      )}
    </FormAct>
  );
}

function EditFields({ seen, ...form }: Parameters<typeof KeywordFields>[0] & { seen: KeywordRecord }) {
  const { draft, setDraft } = form;
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(draftOfKeyword(seen)));
  const box = (name: 'reviewed' | 'enabled') => ({
    checked: draft[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setDraft({ ...draft, [name]: target.checked }),
  });
  return (
    <>
      <KeywordFields {...form} />
      <MoreKeywordFields {...form} />
      <CheckField
        label="Title and description reviewed"
        hint="Until someone reviews them, search engines are asked not to index the page."
        {...box('reviewed')}
      />
      <CheckField label="Enabled" hint="A disabled keyword has no page." {...box('enabled')} />
    </>
  );
}

export function DeleteKeyword({ keyword: record }: { keyword: KeywordRecord }) {
  const { id, version, keyword, linkedVideos } = record;
  const links =
    linkedVideos === 1 ? 'Its link to 1 video goes' : `Its links to ${formatCount(linkedVideos)} videos go`;
  return (
    <ActButton
      word="Delete"
      row={keyword}
      icon={Trash2}
      ask={{
        question: `Delete "${keyword}"?`,
        explanation: (
          <p>
            Its page disappears at once. {linkedVideos > 0 && `${links} with it; the videos stay. `}This
            cannot be undone.
          </p>
        ),
      }}
      run={(client) => client.keywords.delete({ id, version })}
      failure="Failed to delete keyword"
      success={({ message }) => ({ title: 'Keyword deleted', description: message })}
    />
  );
}

export function EnabledButton({ keyword: { id, keyword, enabled, version } }: { keyword: KeywordRecord }) {
  return (
    <ActButton
      word={enabled ? 'Disable' : 'Enable'}
      row={keyword}
      look="plain"
      run={(client) => client.keywords.change({ id, version, enabled: !enabled })}
      failure={FAILURE}
    />
  );
}

export function PassButton({ keyword }: { keyword: KeywordRecord }) {
  if (keyword.standing !== 'refused') return null;
  return <MarkButton {...{ keyword }} word="Allow" mark="passed" done="Allowed" undone="Held back again" />;
}

export function ReviewButton({ keyword }: { keyword: KeywordRecord }) {
  if (keyword.reviewed) return null;
  return (
    <MarkButton
      {...{ keyword }}
      word="Mark reviewed"
      mark="reviewed"
      done="Marked as reviewed"
      undone="No longer marked as reviewed"
    />
  );
}

interface MarkButtonProps {
  keyword: KeywordRecord;
  word: string;
  mark: 'passed' | 'reviewed';
  done: string;
  undone: string;
}

function MarkButton({ keyword: { id, keyword, version }, word, mark, done, undone }: MarkButtonProps) {
  const takeBack = useAdminMutation({
    run: (client) => client.keywords.change({ id, [mark]: false }),
    failure: FAILURE,
    success: () => undone,
  });
  return (
    <ActButton
      word={word}
      row={keyword}
      look="plain"
      run={(client) => client.keywords.change({ id, version, [mark]: true })}
      failure={FAILURE}
      success={() => ({ title: done, action: { label: 'Undo', run: () => void takeBack.run() } })}
    />
  );
}

/** Whether search engines may index its page, and why not. */
export const STANDING_WORDS: Record<KeywordStanding, BadgeWord & { why: string }> = {
  indexable: { word: 'Indexable', tone: 'good', why: '' },
  unreviewed: { word: 'Not reviewed', tone: 'warn', why: 'Its title and description need a review.' },
  few: { word: 'Too few videos', tone: 'warn', why: `It needs at least ${INDEXABLE_VIDEOS} public videos.` },
  alike: { word: 'Similar to another page', tone: 'warn', why: 'It shows nearly the same videos.' },
  pending: { word: 'Being compared', tone: 'busy', why: 'A worker will compare it with other pages.' },
  disabled: { word: 'No page', tone: 'calm', why: 'The keyword is disabled.' },
  refused: {
    word: 'Held back',
    tone: 'bad',
    why: 'Contains a blocked term. Edit or allow it.',
  },
  language_disabled: { word: 'Language disabled', tone: 'calm', why: 'Its language is disabled.' },
};

export function Standing({ keyword: { standing, alikeTo } }: { keyword: KeywordRecord }) {
  const { word, tone, why } = STANDING_WORDS[standing];
  return (
    <div className="max-w-56">
      <WordBadge {...{ word, tone }} />
      {why && (
        <p className="mt-1 text-xs text-pretty text-muted">
          {why}
          {alikeTo && (
            <>
              {' See '}
              <a className="wrap-anywhere underline" href={alikeTo}>
                {decodeURI(alikeTo)}
              </a>
              .
            </>
          )}
        </p>
      )}
    </div>
  );
}
