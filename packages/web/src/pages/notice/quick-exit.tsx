const look =
  'min-h-11 shrink-0 items-center rounded-lg border border-edge px-4 text-sm font-semibold hover:bg-raised print:hidden';

/** Leaves the site at once; with script without a way back to it (age-gate/first-paint.ts). */
export function QuickExit() {
  return (
    <>
      <button type="button" data-age-answer="leave" className={`${look} inline-flex nojs:hidden`}>
        Leave this site
      </button>{' '}
      <a href="about:blank" rel="noreferrer" className={`${look} hidden nojs:inline-flex`}>
        Leave this site
      </a>
    </>
  );
}
