import { adminHref, type CaseDetails, type CaseTarget, pageHref, routes } from '@vesper/contract';
import { ExternalLink, Plus } from 'lucide-react';
import { useState } from 'react';
import { countText, formatDuration } from '../../../ui/format.ts';
import { useAdminQuery } from '../../data/calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { StatusBadge, type Tone } from '../../ui/values.tsx';
import { FilmPlayer, VideoPicture } from '../videos/video-film.tsx';
import { link } from './case-words.tsx';
import { CopiesNote } from './copies-note.tsx';
import { NameDialog } from './decision/name-dialog.tsx';

type Video = NonNullable<CaseTarget['video']>;

/** What a case names: the film of one, and the list of all. */
export function TargetsCard({ details }: { details: CaseDetails }) {
  const { id, targets, isRestricted, acts } = details;
  const [chosen, setChosen] = useState<number>();
  const [isNaming, setNaming] = useState(false);
  const shown = targets.find(({ position, video }) => video && position === chosen) ?? firstNamed(targets);
  const isAlone = targets.length === 1 && shown !== undefined;
  return (
    <Card
      title="What it names"
      about={isAlone ? undefined : countsOf(details)}
      actions={
        acts.includes('name') && (
          <Button size="small" icon={Plus} onClick={() => setNaming(true)}>
            Name a video
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <CopiesNote details={details} />
        {disagrees(targets) && (
          <p className="rounded-lg border border-warn p-3 text-sm text-pretty">
            The address and the id that were sent with it name different videos. The address counts: the other
            video is left alone.
          </p>
        )}
        {shown?.video && <ShownVideo key={shown.video.id} video={shown.video} isRestricted={isRestricted} />}
        {!isAlone && (
          <TargetList targets={targets} shown={shown} onChoose={({ position }) => setChosen(position)} />
        )}
      </div>
      <NameDialog id={id} isOpen={isNaming} onClose={() => setNaming(false)} />
    </Card>
  );
}

function firstNamed(targets: readonly CaseTarget[]): CaseTarget | undefined {
  return targets.find(({ video }) => video !== null);
}

function countsOf({ addresses, videos }: CaseDetails): string {
  if (addresses === 0) return 'It names no address.';
  return `${addresses === 1 ? '1 address' : `${addresses} addresses`}, ${videos === 0 ? 'none of a video here' : `${countText(videos, 'video')} here`}.`;
}

/** The id counts only where no address leads to a video. */
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
        <p className="text-muted">No picture of it is shown here, because of what the notice says.</p>
      ) : (
        <Poster id={video.id} />
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <a className={`${link} text-base font-semibold wrap-anywhere`} href={adminHref('video', video.id)}>
            {video.title}
          </a>
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
        <a
          className={`${link} inline-flex items-center gap-1.5 self-start`}
          href={pageHref.video(video.id)}
          target="_blank"
          rel="noreferrer"
        >
          View on the site
          <ExternalLink aria-hidden className="size-3.5" />
        </a>
      )}
    </div>
  );
}

function Poster({ id }: { id: string }) {
  const { data } = useAdminQuery(routes.catalogue.get, { id });
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
      tabIndex={0}
      aria-label="The addresses"
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
  if (isOtherId(target)) return 'An id sent with the address, of another video or of none';
  if (target.shape === 'keyword')
    return 'A page that lists videos: open the notice to see which, and name those that it means';
  return 'Leads to no video here: open the notice to see the address';
}

const STATES: Record<Video['status'], readonly [Tone, string]> = {
  published: ['good', 'Public'],
  hidden: ['warn', 'Hidden'],
  processing: ['busy', 'Processing'],
  removed: ['calm', 'Removed'],
};

const REASONS: Readonly<Record<string, readonly [Tone, string]>> = {
  takedown: ['bad', 'Off after a notice'],
  basis: ['warn', 'Hidden: no basis'],
  gone: ['warn', 'Hidden: gone'],
  administrator: ['warn', 'Hidden by hand'],
  withdrawn: ['warn', 'Hidden: withdrawn'],
  refused: ['warn', 'Hidden: refused words'],
};

function VideoState({ video: { status, hiddenReason } }: { video: Video }) {
  const [tone, words] = (status === 'hidden' && REASONS[hiddenReason ?? '']) || STATES[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
