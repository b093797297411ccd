import { adminHref, type CaseDetails, type CaseTarget, pageHref, routes } from '@vesper/contract';
import { FilmPlayer, VideoPicture } from '@vesper/library/admin/videos/video-film.tsx';
import { isSaidAtFields, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, FormAct } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextField } from '@vesper/web/admin/ui/form.tsx';
import { StatusBadge, TextLink, type Tone } from '@vesper/web/admin/ui/values.tsx';
import { countText, formatDuration } from '@vesper/web/ui/format.ts';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';

type Video = NonNullable<CaseTarget['video']>;

export function TargetsCard({ details }: { details: CaseDetails }) {
  const { id, targets, isRestricted, acts } = details;
  const [chosen, setChosen] = useState<number>();
  const shown = targets.find(({ position, video }) => video && position === chosen) ?? firstNamed(targets);
  const isAlone = targets.length === 1 && shown !== undefined;
  return (
    <Card
      title="Reported content"
      about={isAlone ? undefined : countsOf(details)}
      actions={<NameVideo id={id} isOffered={acts.includes('name')} />}
    >
      <div className="flex flex-col gap-4">
        <CopiesNote details={details} />
        {disagrees(targets) && (
          <p className="rounded-lg border border-warn p-3 text-sm text-pretty">
            The address and the ID sent with it refer to different videos. The address counts; the other video
            is not affected.
          </p>
        )}
        {shown?.video && <ShownVideo key={shown.video.id} video={shown.video} isRestricted={isRestricted} />}
        {!isAlone && (
          <TargetList targets={targets} shown={shown} onChoose={({ position }) => setChosen(position)} />
        )}
      </div>
    </Card>
  );
}

const MOST_COUNTED = 1000;

/** Copies beyond what one pass handles. */
function CopiesNote({ details: { id, copies } }: { details: CaseDetails }) {
  if (!copies) return null;
  const { act, videos } = copies;
  const isRelease = act === 'release';
  const count = countText(videos, 'video', videos >= MOST_COUNTED);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-warn p-3 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {isRelease
          ? `${count} still down because of this case: there were too many copies to check whether another case names one.`
          : `${count} still public that this case takes down: copies beyond the first thousand. After an approval, a job takes them down automatically.`}
      </p>
      <ActButton
        word={isRelease ? 'Restore them' : 'Take them down'}
        size="small"
        ask={{
          question: isRelease ? 'Restore these videos?' : 'Take these copies down?',
          explanation: isRelease
            ? 'A job restores them and unblocks their addresses. Videos that another case holds stay down and move to that case.'
            : 'A job takes them down like the reported videos. Undoing the takedown, or a denial, restores them.',
          isDestructive: !isRelease,
        }}
        run={(client) => client.casework.copies({ id, act })}
        failure="The job could not be started."
        success={({ message }) => ({ title: 'Started', description: message })}
      />
    </div>
  );
}

function NameVideo({ id, isOffered }: { id: string; isOffered: boolean }) {
  return (
    <FormAct
      isOffered={isOffered}
      word="Add a video"
      size="small"
      icon={Plus}
      title="Add a video"
      action="Add"
      draft={{ video: '' }}
      run={(client, { video }) => client.casework.name({ id, video: video.trim() })}
      failure="The video could not be added."
      success={({ message }) => ({ title: 'Video added', description: message })}
      onFailure={isSaidAtFields}
    >
      {(field) => (
        <TextField
          label="Video"
          required
          maxLength={500}
          spellCheck={false}
          hint="The address of its page here, or its ID. An approval takes it down with the others. If this notice hides videos before a decision, this one is hidden now."
          {...field('video')}
        />
      )}
    </FormAct>
  );
}

function firstNamed(targets: readonly CaseTarget[]): CaseTarget | undefined {
  return targets.find(({ video }) => video !== null);
}

function countsOf({ addresses, videos }: CaseDetails): string {
  if (addresses === 0) return 'No address was given.';
  return `${addresses === 1 ? '1 address' : `${addresses} addresses`}, ${videos === 0 ? 'no video here' : `${countText(videos, 'video')} here`}.`;
}

/** The id counts only if no address leads to a video. */
function disagrees(targets: readonly CaseTarget[]): boolean {
  return firstNamed(targets) !== undefined && targets.some(isOtherId);
}

function isOtherId({ shape, video }: CaseTarget): boolean {
  return shape === 'given' && video === null;
}

function ShownVideo({ video, isRestricted }: { video: Video; isRestricted: boolean }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      {isRestricted ? (
        <p className="text-muted">No picture is shown here for this kind of notice.</p>
      ) : (
        <Poster id={video.id} />
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <TextLink className="text-base font-semibold wrap-anywhere" href={adminHref('video', video.id)}>
            {video.title}
          </TextLink>
          <p className="mt-0.5 text-muted">
            {[video.duration > 0 && formatDuration(video.duration), video.sourceName]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <VideoState video={video} />
      </div>
      <FilmPlayer video={video} />
      {video.status === 'published' && (
        <TextLink
          className="inline-flex items-center gap-1.5 self-start"
          href={pageHref.video(video.id)}
          target="_blank"
          rel="noreferrer"
        >
          View on the site
          <ExternalLink aria-hidden className="size-3.5" />
        </TextLink>
      )}
    </div>
  );
}

function Poster({ id }: { id: string }) {
  const { data, error } = useAdminQuery(routes.catalogue.get, { id });
  if (error) return null;
  if (data?.id !== id) return <div className="skeleton aspect-video w-full max-w-xl rounded-lg" />;
  return <VideoPicture video={data} className="aspect-video w-full max-w-xl rounded-lg" />;
}

interface TargetListProps {
  targets: readonly CaseTarget[];
  shown: CaseTarget | undefined;
  onChoose: (target: CaseTarget) => void;
}

function TargetList({ targets, shown, onChoose }: TargetListProps) {
  if (targets.length === 0) return null;
  return (
    <section
      className="max-h-96 overflow-y-auto rounded-lg border border-line"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
      tabIndex={0}
      aria-label="Addresses"
    >
      <ol className="divide-y divide-line text-sm">
        {targets.map((target) => (
          <li key={target.position} className="flex items-center gap-3 px-3 py-1.5">
            <span className="w-6 shrink-0 text-right text-xs text-muted tabular-nums">
              {target.position + 1}
            </span>
            {target.video ? (
              <>
                <button
                  type="button"
                  aria-pressed={target === shown}
                  className="min-h-9 min-w-0 flex-1 text-left wrap-anywhere hover:underline aria-pressed:font-semibold"
                  onClick={() => onChoose(target)}
                >
                  {target.video.title}
                </button>
                <VideoState video={target.video} />
              </>
            ) : (
              <span className="min-w-0 flex-1 py-1.5 text-pretty text-muted">{nothingInWords(target)}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function nothingInWords(target: CaseTarget): string {
  if (isOtherId(target)) return 'An ID sent with the address: of another video, or of none';
  if (target.shape === 'keyword')
    return 'A page that lists videos: open the notice to see which, and add those it means';
  return 'No video here: open the notice to see the address';
}

const STATES: Record<Video['status'], readonly [Tone, string]> = {
  published: ['good', 'Public'],
  hidden: ['warn', 'Hidden'],
  processing: ['busy', 'Processing'],
  removed: ['calm', 'Removed'],
};

const REASONS: Readonly<Record<string, readonly [Tone, string]>> = {
  takedown: ['bad', 'Taken down'],
  basis: ['warn', 'Hidden: no permission'],
  gone: ['warn', 'Hidden: gone'],
  administrator: ['warn', 'Hidden by hand'],
  withdrawn: ['warn', 'Hidden: withdrawn'],
  refused: ['warn', 'Hidden: blocked term'],
  scheduled: ['warn', 'Scheduled'],
};

function VideoState({ video: { status, hiddenReason } }: { video: Video }) {
  const [tone, words] = (status === 'hidden' && REASONS[hiddenReason ?? '']) || STATES[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
