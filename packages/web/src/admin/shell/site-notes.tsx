import { adminHref } from '@vesper/contract';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { callFailureOf } from '../../data/call-failure.ts';
import { countText } from '../../ui/format.ts';
import { useIsAdmin } from '../data/query-client.ts';
import { useHowItIs } from '../data/site-state.ts';
import { useIsLive } from '../data/store.ts';

/** Requests continue meanwhile. */
export function AwayNote() {
  const isLive = useIsLive();
  const { error } = useIsAdmin();
  const isAway = !isLive && error !== null && callFailureOf(error) === undefined;
  return (
    <div role="status">
      {isAway && (
        <p className="mx-4 mt-4 rounded-xl border border-warn p-3 text-sm sm:mx-6 lg:mx-8">
          The server does not answer. This page may be out of date; it updates once the server is back.
        </p>
      )}
    </div>
  );
}

/** Urgent conditions on every page; the dashboard also links the others. */
export function OperationNote({ isDashboard }: { isDashboard: boolean }) {
  const { data } = useHowItIs();
  const urgent = data?.conditions.filter(({ severity }) => severity === 'urgent') ?? [];
  const others = (data?.conditions.length ?? 0) - urgent.length;
  return (
    <div role="status">
      {urgent.map(({ key, sentence, todo }) => (
        <Note key={key}>
          {sentence} {todo}
        </Note>
      ))}
      {isDashboard && others > 0 && (
        <Note>
          {countText(others, urgent.length > 0 ? 'other issue' : 'issue')} {others === 1 ? 'needs' : 'need'}{' '}
          attention:{' '}
          <a className="font-semibold text-primary-text underline" href={adminHref('howItIs')}>
            Status
          </a>
        </Note>
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="mx-4 mt-4 flex items-start gap-2 rounded-xl border border-warn p-3 text-sm sm:mx-6 lg:mx-8">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <p className="min-w-0 wrap-anywhere">{children}</p>
    </div>
  );
}
