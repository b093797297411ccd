import { formatDuration } from '../ui/format.ts';

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
