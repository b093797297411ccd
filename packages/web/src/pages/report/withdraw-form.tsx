import { pageHref } from '@vesper/contract';
import { largeQuietButton } from '../../ui/control-classes.ts';

/** Withdrawing takes two steps, and no script. */
export function WithdrawForm({ token, isDecided }: { token: string; isDecided: boolean }) {
  return (
    <details className="mt-6 rounded-xl border border-line px-4 sm:px-8">
      <summary className="flex min-h-12 cursor-pointer items-center text-sm font-semibold">
        Withdraw this notice
      </summary>
      <form method="post" action={pageHref.reportStatus(token)} className="pb-5">
        <input type="hidden" name="act" value="withdraw" />
        <p className="text-sm leading-relaxed text-pretty text-muted">
          {isDecided
            ? 'What was taken off because of it comes back, unless another notice names it.'
            : 'We stop looking at it, and what was hidden because of it comes back.'}{' '}
          This cannot be undone; you can send a new notice.
        </p>
        <label htmlFor="isSure" className="mt-2 flex min-h-11 cursor-pointer items-center gap-3 text-sm">
          <input
            type="checkbox"
            id="isSure"
            name="isSure"
            required
            autoComplete="off"
            className="size-5 shrink-0 accent-primary"
          />
          Yes, I withdraw it
        </label>{' '}
        <button type="submit" className={`${largeQuietButton} mt-3`}>
          Withdraw
        </button>
      </form>
    </details>
  );
}
