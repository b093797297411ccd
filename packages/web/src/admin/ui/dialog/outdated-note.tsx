import { Button } from '../button.tsx';

interface OutdatedNoteProps {
  /** What was changed: "this domain". */
  what: string;
  onLoad: () => void;
}

/** Says that someone else has changed the record; the input stays until the changes are loaded. */
export function OutdatedNote({ what, onLoad }: OutdatedNoteProps) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-warn p-3 text-sm"
    >
      <span className="min-w-0 flex-1">Another administrator has changed {what} since you opened it.</span>
      <Button size="small" onClick={onLoad}>
        Load the changes
      </Button>
    </div>
  );
}
