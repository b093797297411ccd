import type {
  BulkAct,
  BulkActName,
  CallInput,
  Client,
  ManagedVideo,
  NewBulkAct,
  Routes,
  VideoStatus,
} from '@vesper/contract';
import { VideoPicture } from '@vesper/library/admin/videos/video-film.tsx';
import { CategoryField, TagsEditor } from '@vesper/library/admin/videos/word-fields.tsx';
import { ActButton, FormAct, type OpenerProps } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { CheckField, TextArea } from '@vesper/web/admin/ui/form.tsx';
import { STATUS_WORDS } from './video-words.ts';

type VideoActName = BulkActName | 'delete';

type Selected = Pick<NewBulkAct, 'ids' | 'filter'>;

const UNDO = 'This can be undone for 30 days.';
const ACTS: Record<VideoActName, { word: string; verb: string; one: string; several?: string }> = {
  hide: {
    word: 'Hide',
    verb: 'Hide',
    one: `Visitors can no longer find it in lists or search, or open it. ${UNDO}`,
    several: `Visitors can no longer find them in lists or search, or open them. ${UNDO}`,
  },
  publish: {
    word: 'Publish',
    verb: 'Publish',
    one: `It returns to its previous position. A video with a notice, without permission or without a film is skipped. ${UNDO}`,
    several: `They return to their previous positions. Videos with a notice, without permission or without a film are skipped. ${UNDO}`,
  },
  remove: {
    word: 'Remove',
    verb: 'Remove',
    one: `Takes the video down, quarantines its files and blocks its addresses. ${UNDO}`,
    several: `Takes the videos down, quarantines their files and blocks their addresses. ${UNDO}`,
  },
  set_category: { word: 'Category', verb: 'Move', one: UNDO },
  add_tags: { word: 'Add tags', verb: 'Add tags to', one: UNDO },
  remove_tags: { word: 'Remove tags', verb: 'Remove tags from', one: UNDO },
  delete: {
    word: 'Delete',
    verb: 'Delete',
    one: 'The video and its files are deleted permanently, and its addresses stay blocked. This cannot be undone.',
    several:
      'The videos and their files are deleted permanently, and their addresses stay blocked. This cannot be undone.',
  },
};
export const VIDEO_ACTS = Object.keys(ACTS) as VideoActName[];

const EMPTY = { reason: '', category: '', tags: [] as string[], blockFiles: false };
type Draft = typeof EMPTY;

function inputOf(act: VideoActName, draft: Draft): Partial<Draft> | undefined {
  const { reason, category, tags, blockFiles } = draft;
  if (act === 'delete') return { blockFiles };
  if (act === 'remove') return reason.trim() ? { reason } : undefined;
  if (act === 'set_category') return category ? { category } : undefined;
  if (act === 'add_tags' || act === 'remove_tags') return tags.length > 0 ? { tags } : undefined;
  return {};
}

interface QuestionProps<Output> extends Pick<OpenerProps, 'row' | 'look' | 'size'> {
  act: VideoActName;
  /** A single video, or a count: "3 videos". */
  what: ManagedVideo | string;
  /** `seenStatus`: of a single video, when its button was pressed. */
  run: (client: Client, input: Partial<Draft>, seenStatus: VideoStatus | undefined) => Promise<Output>;
  failure: string;
  onDone: (output: Output) => void;
}

export function VideoActQuestion<Output>({ act, what, run, ...button }: QuestionProps<Output>) {
  const { word, verb, one, several = one } = ACTS[act];
  const video = typeof what === 'string' ? undefined : what;
  const explanation = video ? one : several;
  const title = `${verb} ${video ? `“${video.title}”` : what}`;
  if (act === 'hide' || act === 'publish') {
    return (
      <ActButton
        word={word}
        ask={{ question: `${title}?`, explanation, isDestructive: false }}
        run={(client) => run(client, {}, video?.status)}
        {...button}
      />
    );
  }
  return (
    <FormAct
      word={word}
      title={title}
      action={verb.split(' ')[0] ?? verb}
      isDestructive={act === 'remove' || act === 'delete'}
      draft={{ ...EMPTY, seenStatus: video?.status }}
      isReady={(draft) => inputOf(act, draft) !== undefined}
      run={(client, draft) => run(client, inputOf(act, draft) ?? {}, draft.seenStatus)}
      {...button}
    >
      {(field, { draft, setDraft }) => (
        <>
          <div className="flex items-start gap-4">
            {video && <VideoPicture video={video} className="aspect-video w-28 shrink-0 rounded-lg" />}
            <p className="text-sm leading-relaxed text-pretty text-muted">{explanation}</p>
          </div>
          {act === 'remove' && (
            <TextArea
              label="Reason"
              hint="Shown next to the video, to administrators only."
              required
              autoFocus
              rows={3}
              maxLength={1000}
              {...field('reason')}
            />
          )}
          {act === 'delete' && (
            <CheckField
              label="Block these files from every source"
              hint="Adds each file to the block list. Remove it there to allow the file again."
              checked={draft.blockFiles}
              onChange={({ target }) => setDraft({ ...draft, blockFiles: target.checked })}
            />
          )}
          {act === 'set_category' && <CategoryField {...field('category')} />}
          {(act === 'add_tags' || act === 'remove_tags') && (
            <TagsEditor tags={draft.tags} onChange={(tags) => setDraft({ ...draft, tags })} />
          )}
        </>
      )}
    </FormAct>
  );
}

interface VideoActProps extends Pick<QuestionProps<BulkAct>, 'act' | 'what' | 'row' | 'look' | 'size'> {
  selected: Selected;
  /** The act has started, and may still be running. */
  onDone: (begun: BulkAct) => void;
}

/** A single video is changed only while its status is the one seen. */
export function VideoAct({ selected, ...question }: VideoActProps) {
  const { act } = question;
  const [only] = selected.ids?.length === 1 ? selected.ids : [];
  if (act === 'delete') {
    return (
      <VideoActQuestion
        {...question}
        run={(client, { blockFiles = false }) =>
          client.catalogue.startBulkDeletion({ ...selected, blockFiles })
        }
        failure="The videos could not be deleted."
      />
    );
  }
  if (only !== undefined && (act === 'hide' || act === 'publish' || act === 'remove')) {
    return (
      <VideoActQuestion
        {...question}
        run={async (client, input, seenStatus) => {
          const seen = seenStatus ? { seenStatus } : {};
          return (await client.catalogue.act({ id: only, act, ...input, ...seen })).act;
        }}
        failure="The video could not be changed."
      />
    );
  }
  return (
    <VideoActQuestion
      {...question}
      run={(client, input) => client.catalogue.startBulkAct({ ...selected, act, ...input })}
      failure="The videos could not be changed."
    />
  );
}

type Named = Pick<ManagedVideo, 'id' | 'title' | 'kind'>;

/** For a video hidden as gone; a hosted one lacks its film. */
export function GoneActs({ video }: { video: Named }) {
  return (
    <>
      <Decide video={video} word={video.kind === 'hosted' ? 'Re-download' : 'Restore'} decision="restore" />
      <Decide video={video} word="Keep hidden" decision="keep_hidden" />
    </>
  );
}

interface DecideProps extends Pick<CallInput<Routes['health']['decide']>, 'decision'> {
  video: Named;
  word: string;
}

function Decide({ video: { id, title }, word, decision }: DecideProps) {
  return (
    <ActButton
      word={word}
      row={title}
      run={(client) => client.health.decide({ id, decision })}
      failure="The decision could not be saved."
      success={({ status }) => `The video is now ${STATUS_WORDS[status].word.toLowerCase()}`}
    />
  );
}

export function RedownloadButton({ video: { id, title } }: { video: Named }) {
  return (
    <ActButton
      word="Re-download"
      row={title}
      run={(client) => client.catalogue.redownload({ id })}
      failure="The download could not be queued."
      success="Download queued"
    />
  );
}
