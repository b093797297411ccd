import { callFailureOf } from '../../data/call-failure.ts';
import { useIsLive } from '../data/live.ts';
import { useIsAdmin } from '../data/session.ts';

/** Says that the server is out of reach, as what is shown then grows old; it is asked on and on meanwhile. */
export function AwayNote() {
  const isLive = useIsLive();
  const { error } = useIsAdmin();
  const isAway = !isLive && error !== null && callFailureOf(error) === undefined;
  return (
    <div role="status">
      {isAway && (
        <p className="mx-4 mt-4 rounded-xl border border-warn p-3 text-sm sm:mx-6 lg:mx-8">
          The server does not answer. What is shown here may be out of date; it follows once the server is
          back.
        </p>
      )}
    </div>
  );
}
