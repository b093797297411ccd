import { useLibrary } from './library-store.ts';
import { progressOf } from './progress.ts';

export function WatchedBar({ id }: { id: string }) {
  const progress = useLibrary(({ history }) => progressOf(history.get(id)));
  return progress === undefined ? null : <ProgressBar progress={progress} />;
}

/** From 0 to 1. Never rendered by the server: the policy allows no style attribute in HTML. */
export function ProgressBar({ progress }: { progress: number }) {
  const percent = Math.round(progress * 100);
  return (
    <span className="absolute inset-x-0 bottom-0 h-1 bg-black/70">
      <span className="block h-full bg-white" style={{ width: `${percent}%` }}>
        <span className="block h-full bg-primary/80" />
      </span>
      <span className="sr-only">{`Watched ${percent}%`}</span>
    </span>
  );
}
