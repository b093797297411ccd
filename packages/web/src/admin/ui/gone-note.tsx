/** Says that somebody else has deleted what a page is about, while words are typed that would be lost with the page. */
export function GoneNote({ what }: { what: string }) {
  return (
    <p role="alert" className="rounded-xl border border-danger p-3 text-sm">
      {what} was deleted by somebody else meanwhile. What you have typed cannot be saved any more; it stays
      here until you leave.
    </p>
  );
}
