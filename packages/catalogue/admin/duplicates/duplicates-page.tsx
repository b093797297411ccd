import {
  adminHref,
  type CallInput,
  type Client,
  DUPLICATE_OUTCOMES,
  type DuplicateDecision,
  type DuplicateVideo,
  type Routes,
  routes,
} from '@vesper/contract';
import { FilmPlayer, VideoPicture } from '@vesper/library/admin/videos/video-film.tsx';
import { useNamedRows } from '@vesper/web/admin/data/calls.ts';
import { AdminPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { SelectField } from '@vesper/web/admin/ui/form.tsx';
import { ListState, MoreButton } from '@vesper/web/admin/ui/list.tsx';
import { FactList, Moment, WordBadge } from '@vesper/web/admin/ui/values.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { formatCount, formatDuration } from '@vesper/web/ui/format.ts';
import { type ReactNode, useId, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { STATUS_WORDS } from '../videos/video-words.ts';
import {
  canStay,
  DECIDING,
  formatMergeChoice,
  OUTCOMES,
  type Outcome,
  TEST_WORDS,
} from './duplicate-words.ts';

const PAGE_SIZE = 20;
const POLL_MS = 15_000;

type Shown = Outcome | 'all';

const EMPTY: Record<Shown, string> = {
  all: 'No duplicates found yet.',
  suspected: 'No videos are waiting for a decision.',
  skipped: 'No videos were left out as duplicates.',
  kept: 'No videos were kept.',
  merged: 'No videos were merged.',
};

export default function DuplicatesPage() {
  const { search } = useAddress();
  const asked = search.get('outcome');
  const shown: Shown =
    asked === 'all' ? 'all' : (DUPLICATE_OUTCOMES.find((outcome) => outcome === asked) ?? 'suspected');
  const { rows: decisions, ...query } = useNamedRows(
    routes.duplicates.list,
    { limit: PAGE_SIZE, ...(shown === 'all' ? {} : { outcome: shown }) },
    'decisions',
    POLL_MS,
  );
  return (
    <AdminPage
      title="Duplicates"
      about="Videos that match another one. Certain duplicates were left out; likely ones await your decision."
      actions={
        <div className="w-52">
          <SelectField
            label="Show"
            value={shown}
            onChange={({ target }) =>
              navigate(
                target.value === 'suspected'
                  ? adminHref('duplicates')
                  : `${adminHref('duplicates')}?outcome=${target.value}`,
              )
            }
            of={[...DUPLICATE_OUTCOMES.map((one) => [one, OUTCOMES[one].word] as const), ['all', 'All']]}
          />
        </div>
      }
    >
      <ListState rows={decisions} query={query} empty={EMPTY[shown]}>
        <ul aria-label="Duplicates" className="flex flex-col gap-4">
          {decisions?.map((decision) => (
            <li key={decision.id}>
              <DecisionCard decision={decision} />
            </li>
          ))}
        </ul>
        <MoreButton {...query} />
      </ListState>
    </AdminPage>
  );
}

function DecisionCard({ decision }: { decision: DuplicateDecision }) {
  const headingId = useId();
  const [isDeciding, setDeciding] = useState(false);
  const { id, outcome, test, reason, title, sourceUrl, video, existing } = decision;
  const isWaiting = outcome === 'suspected';
  const titles = { later: video?.title ?? title, first: existing?.title ?? 'the other video' };
  const isPair = video !== null && existing !== null;
  const keepWord = outcome === 'skipped' ? 'Allow' : isPair ? 'Keep both' : 'Dismiss';
  /** All buttons are disabled while one runs. */
  const deciding = (choice: Omit<CallInput<Routes['duplicates']['decide']>, 'id'>) => ({
    ...DECIDING,
    disabled: isDeciding,
    run: (client: Client) => {
      setDeciding(true);
      return client.duplicates.decide({ id, ...choice }).finally(() => setDeciding(false));
    },
  });
  const keepOnly = (stays: 'new' | 'existing', of: string) => (
    <ActButton
      word="Keep only this one"
      size="small"
      aria-label={`Keep only this one: ${of}`}
      ask={{
        question: 'Merge the two videos?',
        explanation: formatMergeChoice(stays, titles),
        action: 'Merge',
      }}
      {...deciding({ outcome: 'merge', stays })}
    />
  );
  return (
    <article aria-labelledby={headingId} className="rounded-2xl border border-line bg-panel">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id={headingId} className="flex flex-wrap items-center gap-2 text-sm font-bold">
            {TEST_WORDS[test]}
            <WordBadge {...OUTCOMES[outcome]} />
          </h2>
          <p className="mt-1 text-xs wrap-anywhere text-muted">
            {reason} <Decided {...decision} />
          </p>
        </div>
        {mayBeKept(decision) && (
          <ActButton
            word={keepWord}
            size="small"
            look={isWaiting && isPair ? 'primary' : 'quiet'}
            aria-label={`${keepWord}: ${title}`}
            {...deciding({ outcome: 'keep' })}
          />
        )}
      </div>
      <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
        <VideoSide label="Added later" video={video} known={{ title, sourceUrl }}>
          {isWaiting && canStay(video, existing) && keepOnly('new', titles.later)}
        </VideoSide>
        <VideoSide label="Added first" video={existing}>
          {isWaiting && canStay(existing, video) && keepOnly('existing', titles.first)}
        </VideoSide>
      </div>
    </article>
  );
}

/** A certain duplicate may not be kept. */
function mayBeKept({ outcome, test }: DuplicateDecision): boolean {
  return outcome === 'suspected' || (outcome === 'skipped' && test === 'likeness');
}

function Decided({ decidedAt, decidedBy, outcome }: DuplicateDecision) {
  const isOpen = outcome === 'suspected' || outcome === 'skipped';
  return (
    <>
      {isOpen ? 'Found' : 'Decided'} <Moment at={decidedAt} />
      {isOpen ? '.' : ` by ${decidedBy}.`}
    </>
  );
}

interface VideoSideProps {
  label: string;
  video: DuplicateVideo | null;
  known?: { title: string; sourceUrl: string } | undefined;
  children: ReactNode;
}

function VideoSide({ label, video, known, children }: VideoSideProps) {
  return (
    <section
      aria-label={label}
      className="grid min-w-0 grid-cols-[7rem_minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-4 gap-y-2 p-4 xl:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <VideoPicture video={video} className="aspect-video w-full rounded-lg xl:row-span-2" />
      <div className="min-w-0">
        <p className="text-xs font-semibold text-muted">{label}</p>
        <Title {...{ video, known }} />
      </div>
      <div className="min-w-0 max-xl:col-span-2">
        {video ? <VideoFacts video={video} /> : <Unpublished known={known} />}
        {video && (
          <div className="mt-3">
            <FilmPlayer video={video} />
          </div>
        )}
        <div className="mt-3 empty:hidden">{children}</div>
      </div>
    </section>
  );
}

function Title({ video, known }: Pick<VideoSideProps, 'video' | 'known'>) {
  const look = 'line-clamp-2 font-semibold wrap-anywhere';
  if (!video) return <p className={look}>{known?.title}</p>;
  return (
    <a className={`${look} hover:underline`} href={adminHref('video', video.id)}>
      {video.title}
    </a>
  );
}

function VideoFacts({ video }: { video: DuplicateVideo }) {
  const { status, duration, height, views, sourceId, sourceName, sourceUrl, createdAt } = video;
  const length = [formatDuration(duration), height !== null && `${height}p`].filter(Boolean).join(', ');
  return (
    <FactList
      className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm"
      of={{
        Length: <span className="tabular-nums">{length}</span>,
        Views: <span className="tabular-nums">{formatCount(views)}</span>,
        Added: <Moment at={createdAt} />,
        Source: (
          <>
            {sourceId ? (
              <a className="hover:underline" href={adminHref('source', sourceId)}>
                {sourceName}
              </a>
            ) : (
              'Added by hand'
            )}
            <Address url={sourceUrl} />
          </>
        ),
        State: status !== 'published' && <WordBadge {...STATUS_WORDS[status]} />,
      }}
    />
  );
}

function Unpublished({ known }: Pick<VideoSideProps, 'known'>) {
  if (!known) return <p className="text-sm text-muted">This video no longer exists.</p>;
  return (
    <>
      <p className="text-sm text-muted">Not published here.</p>
      <Address url={known.sourceUrl} />
    </>
  );
}

function Address({ url }: { url: string }) {
  return (
    <p className="truncate text-xs text-muted" title={url}>
      {url}
    </p>
  );
}
