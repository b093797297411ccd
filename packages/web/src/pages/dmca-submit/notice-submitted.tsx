import { pageHref } from '@vesper/contract';
import { CircleCheckBig } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SubmittedNotice } from './use-notice.ts';

export function NoticeSubmitted({ notice: { requestId, email } }: { notice: SubmittedNotice }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="rounded-xl border border-line bg-panel p-5 sm:p-8">
      <CircleCheckBig aria-hidden className="size-12 text-primary-text" strokeWidth={1.5} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-2xl font-bold tracking-tight text-balance outline-none sm:text-3xl"
      >
        DMCA Request Submitted Successfully
      </h1>
      <p className="mt-3 leading-relaxed">
        Your request has been received and will be reviewed within 24-48 hours.
      </p>
      <p className="mt-4 rounded-lg border border-line bg-ground p-4">
        <span className="text-sm text-muted">Request ID: </span>
        <code className="font-semibold break-all select-all">{requestId}</code>
      </p>
      <h2 className="mt-6 text-lg font-semibold">What happens next?</h2>
      <div className="text-body mt-2">
        <ul>
          <li>
            You will receive an e-mail confirmation at <strong>{email}</strong>.
          </li>
          <li>Our team verifies that your notice has all required DMCA elements.</li>
          <li>If it is valid, the content is removed or disabled within 24-48 hours.</li>
          <li>The content source is notified, if applicable.</li>
        </ul>
      </div>
      <div className="mt-8 flex flex-col gap-3 sm:flex-row">
        <a href={pageHref.dmca()} className="button primary primary-hover">
          View DMCA Policy
        </a>
        <a href={pageHref.home()} className="button quiet">
          Back to Home
        </a>
      </div>
    </div>
  );
}
