import { callFailureOf } from '../../data/call-failure.ts';
import { useIsLive } from '../data/live.ts';
import { useIsAdmin } from '../data/session.ts';

/** Says that the server is unreachable, so that the page may be stale; requests continue meanwhile. */
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
