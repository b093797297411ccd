import { type DomainConfig, pageHref } from '@vesper/contract';
import { BrandMark } from '../shell/brand-mark.tsx';

/** Plain HTML outside React's root: works before and without it. first-paint.ts and app.css know its ids and data. */
export function AgeGate({ config }: { config: DomainConfig }) {
  return (
    <dialog
      open
      id="age-gate"
      aria-modal="true"
      aria-labelledby="age-gate-title"
      aria-describedby="age-gate-text"
      className="age-gate"
      lang="en"
    >
      <div>
        <p className="age-gate-brand">
          <BrandMark />
          {config.brandName}
        </p>
        <p aria-hidden className="age-gate-sign">
          18+
        </p>
        <h1 id="age-gate-title">This site is for adults only</h1>
        <p id="age-gate-text">
          {`${config.siteName} shows material for adults. Enter only if you are at least 18 years old and of legal age where you live.`}
        </p>
        <div className="mt-8 grid gap-3 nojs:hidden">
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: nothing else is on the page until it is answered.
            autoFocus
            data-age-answer="confirm"
            className="button primary primary-hover button-large"
          >
            I am 18 or older
          </button>{' '}
          <button type="button" data-age-answer="leave" className="button quiet button-large">
            Leave
          </button>
        </div>
        <noscript>
          <label className="age-tick button primary">
            <input type="checkbox" className="age-checkbox" />I am 18 or older
          </label>{' '}
          <a href="#root" className="age-way button primary">
            I am 18 or older
          </a>
        </noscript>
        <p className="mt-6 text-xs leading-relaxed text-pretty text-muted">
          Your answer is remembered on this device only. Parental controls can block this site by its RTA
          label.
        </p>
        {/* A button: accessibility checkers would take a first link for the skip link. */}
        <form action={pageHref.report()}>
          <button type="submit">Report something</button>
        </form>
      </div>
    </dialog>
  );
}
