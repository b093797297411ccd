import { pageHref } from '@vesper/contract';
import { RotateCcw, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Thumbnail } from '../../cards/thumbnail.tsx';
import { useClient } from '../../data/client-context.tsx';
import type { ListedVideo } from '../../data/listed-videos.ts';
import { useAnswer } from '../../data/use-answer.ts';
import { useLibrary } from '../../library/library-store.ts';
import { tagKey } from '../../library/lists.ts';
import { nextChoice } from '../../player/stored-choice.ts';
import type { EndActions } from '../../player/video-player.tsx';
import { videoQueries } from './queries.ts';

const COUNTDOWN_SECONDS = 8;

export function EndScreen({ id, replay, close }: EndActions & { id: string }) {
  const videos = useShownRelated(id);
  const root = useRef<HTMLElement>(null);
  const [next] = videos;
  const { seconds, cancel } = useCountdown(root, {
    seconds: next && !isCalm() && nextChoice.isOn() ? COUNTDOWN_SECONDS : undefined,
    // By the link, which navigates like a click.
    onEnd: () => root.current?.querySelector<HTMLAnchorElement>('li a')?.click(),
  });
  useFocus(root, seconds !== undefined);
  useEscape(root, close);
  return (
    <section
      ref={root}
      aria-label="After the video"
      className="player-end absolute inset-0 flex flex-col gap-2 bg-black/80 p-2 text-white sm:gap-4 sm:p-4"
    >
      <Announcement next={next} seconds={seconds} />
      <div className="flex items-center gap-2">
        <button type="button" data-first onClick={replay} className={button}>
          <RotateCcw aria-hidden className="size-4 shrink-0" />
          <span className="sr-only sm:not-sr-only">Replay</span>
        </button>
        {next && seconds !== undefined ? (
          <>
            <p aria-hidden className="min-w-0 flex-1 truncate text-sm tabular-nums" dir="auto">
              Next in {seconds}: {next.title}
            </p>
            <button type="button" data-first onClick={cancel} className={button}>
              Cancel
            </button>
          </>
        ) : (
          <NextSwitch />
        )}
        <button type="button" aria-label="Close" title="Close" onClick={close} className={`${button} px-0`}>
          <X aria-hidden className="size-5" />
        </button>
      </div>
      {/* One scrolling row on phones. */}
      <ul className="flex min-h-0 flex-1 snap-x gap-3 overflow-auto overscroll-contain sm:grid sm:grid-cols-3 sm:content-start xl:grid-cols-4">
        {videos.map((video) => (
          <li key={video.id} className="w-36 shrink-0 snap-start sm:w-auto">
            <a
              href={pageHref.video(video.id)}
              className="group block rounded-lg -outline-offset-2 focus-visible:outline-white"
            >
              <Thumbnail video={video} priority="later" />
              <h3
                dir="auto"
                className="mt-1 line-clamp-2 text-left text-xs leading-snug font-medium wrap-anywhere sm:text-sm"
              >
                {video.title}
              </h3>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const button =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-lg bg-white/15 px-3 text-sm font-semibold hover:bg-white/25 focus-visible:outline-white';

/** Without videos with hidden tags: there is no space to cover them. */
function useShownRelated(id: string): ListedVideo[] {
  const { data } = useAnswer(videoQueries({ client: useClient(), params: { id } }).related);
  const hiddenTags = useLibrary((library) => library.hiddenTags);
  const videos = data?.videos ?? [];
  return videos.filter(({ tags }) => !tags.some((tag) => hiddenTags.has(tagKey(tag))));
}

/** Nothing starts by itself if reduced motion is preferred. */
function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function NextSwitch() {
  const [isOn, setIsOn] = useState(nextChoice.isOn);
  if (isCalm()) return <span className="flex-1" />;
  const toggle = () => {
    nextChoice.keep(!isOn);
    setIsOn(!isOn);
  };
  return (
    <span className="flex flex-1 justify-end">
      <button type="button" role="switch" aria-checked={isOn} onClick={toggle} className={button}>
        Autoplay next
        <span
          aria-hidden
          className={`flex h-5 w-9 items-center rounded-full border border-white/70 px-0.5 ${isOn ? 'justify-end bg-primary' : ''}`}
        >
          <span className="size-3.5 rounded-full bg-white" />
        </span>
      </button>
    </span>
  );
}

/** Announced once, not every second. */
function Announcement({ next, seconds }: { next: ListedVideo | undefined; seconds: number | undefined }) {
  const isCounting = seconds !== undefined;
  const [text, setText] = useState('');
  const hasCounted = useRef(false);
  useEffect(() => {
    if (isCounting && next) {
      hasCounted.current = true;
      setText(`${next.title} starts in ${COUNTDOWN_SECONDS} seconds. Press Escape to cancel.`);
    } else setText(hasCounted.current ? 'Autoplay cancelled.' : 'The video has ended.');
  }, [isCounting, next]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** Takes the focus from the player's controls, and moves it on when the focused button disappears. */
function useFocus(root: RefObject<HTMLElement | null>, isCounting: boolean): void {
  const isHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button disappears with the countdown.
  useEffect(() => {
    const { activeElement } = document;
    const place = root.current;
    const isAtPlayer = activeElement?.closest('.player-root') && !place?.contains(activeElement);
    if (!isAtPlayer && !(isHere.current && activeElement === document.body)) return;
    isHere.current = true;
    const firsts = place?.querySelectorAll<HTMLElement>('[data-first]') ?? [];
    [...firsts].at(-1)?.focus({ preventScroll: true });
  }, [root, isCounting]);
}

function useEscape(root: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (root.current?.contains(document.activeElement)) close();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [root, close]);
}

interface Countdown {
  /** Undefined for none. Only the first value counts. */
  seconds: number | undefined;
  onEnd: () => void;
}

/** Cancelled by `cancel`, Escape, leaving full screen (as Escape does there), or any action outside `root`. */
function useCountdown(root: RefObject<HTMLElement | null>, { seconds, onEnd }: Countdown) {
  const [left, setLeft] = useState(seconds);
  const end = useRef(onEnd);
  end.current = onEnd;
  const isCounting = left !== undefined;

  useEffect(() => {
    if (left === undefined) return;
    if (left === 0) return end.current();
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  useEffect(() => {
    if (!isCounting) return;
    const listening = new AbortController();
    const cancel = () => setLeft(undefined);
    const cancelFromOutside = (event: Event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape) event.preventDefault();
      if (isEscape || !(event.target instanceof Node && root.current?.contains(event.target))) cancel();
    };
    const options = { signal: listening.signal, capture: true };
    document.addEventListener('keydown', cancelFromOutside, options);
    document.addEventListener('pointerdown', cancelFromOutside, options);
    document.addEventListener('fullscreenchange', () => document.fullscreenElement || cancel(), options);
    return () => listening.abort();
  }, [isCounting, root]);

  return { seconds: left, cancel: () => setLeft(undefined) };
}
