/** Says that someone else has deleted the page's record, while the page holds unsaved input. */
export function GoneNote({ what }: { what: string }) {
  return (
    <p role="alert" className="rounded-xl border border-danger p-3 text-sm">
      {what} was deleted by somebody else meanwhile. What you have typed can no longer be saved; it stays here
      until you leave.
    </p>
  );
}
