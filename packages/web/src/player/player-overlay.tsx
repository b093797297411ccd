import { Play, RotateCcw } from 'lucide-react';
import { formatDuration } from '../ui/format.ts';
import type { PlaybackState } from './playback.ts';

interface PlayerOverlayProps {
  state: PlaybackState;
  onPlay: () => void;
  onRetry: () => void;
}

export function PlayerOverlay({ state, onPlay, onRetry }: PlayerOverlayProps) {
  if (state === 'ready') return null;
  if (state === 'blocked') return <PlayButton onPlay={onPlay} />;
  return (
    <div
      role="alert"
      className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-black/85 p-4 text-center text-white"
    >
      <p className="text-sm font-medium">
        {state === 'gone' ? 'This video is no longer available.' : 'This video cannot be played right now.'}
      </p>
      {state === 'broken' && (
        <button
          type="button"
          onClick={onRetry}
          className="inline-flex min-h-11 items-center gap-2 rounded-lg bg-white/15 px-4 text-sm font-semibold hover:bg-white/25 focus-visible:outline-white"
        >
          <RotateCcw aria-hidden className="size-4" />
          Try again
        </button>
      )}
    </div>
  );
}

export function PlayButton({ onPlay, describedBy }: { onPlay: () => void; describedBy?: string }) {
  return (
    <button
      type="button"
      aria-label="Play video"
      aria-describedby={describedBy}
      onClick={onPlay}
      className="group absolute inset-0 grid cursor-pointer place-items-center bg-black/35 -outline-offset-4 nojs:hidden"
    >
      <span className="grid size-20 place-items-center rounded-full bg-primary text-on-primary shadow-lg transition-transform motion-safe:group-hover:scale-105">
        <Play aria-hidden className="ml-1 size-9 fill-current" />
      </span>
    </button>
  );
}

interface ResumeHintProps {
  seconds: number;
  onStartOver: () => void;
}

export function ResumeHint({ seconds, onStartOver }: ResumeHintProps) {
  return (
    <div
      role="status"
      className="absolute top-2 left-2 flex items-center rounded-lg bg-black/75 pl-3 text-xs text-white"
    >
      Resumed at {formatDuration(seconds)}
      <button
        type="button"
        onClick={onStartOver}
        className="ml-1 min-h-11 rounded-lg px-3 font-semibold underline underline-offset-2 -outline-offset-2 focus-visible:outline-white"
      >
        Start over
      </button>
    </div>
  );
}
