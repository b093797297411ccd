import { type OldStreams, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { ProgressBar } from '@vesper/web/admin/ui/values.tsx';
import { countText } from '@vesper/web/ui/format.ts';

/** Streams of an old version may never end. Hidden if there are none. */
export function OldStreamsNote() {
  const { data } = useAdminQuery(routes.mediaJobs.oldStreams, {}, { pollMs: 10_000 });
  if (!data || (data.count === 0 && !data.rerun)) return null;
  // A capped count means that there may be more to fix.
  const fixable = data.isCapped ? data.count : data.count - data.lost;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border border-warn p-4 text-sm"
    >
      {data.rerun ? (
        <Progress rerun={data.rerun} />
      ) : (
        fixable > 0 && (
          <>
            <p className="min-w-0 flex-1 basis-72">
              {countText(fixable, 'video', data.isCapped)} {fixable === 1 ? 'has a stream' : 'have streams'}{' '}
              of an earlier version, on which players may hang at the last frame. Rewriting their playlists
              fixes this without encoding anything.
            </p>
            <ActButton
              word="Rewrite playlists"
              run={(client) => client.mediaJobs.rerun({ step: 'playlists', all: true })}
              failure="The playlists could not be queued."
              success={() => ({
                title: 'Queued',
                description: 'Playlists are rewritten one video at a time.',
              })}
            />
          </>
        )
      )}
      {data.lost > 0 && (
        <p className="w-full">
          {countText(data.lost, 'video')} {data.lost === 1 ? 'has' : 'have'} a stream of an earlier version
          with missing files, so new playlists cannot be written. Remake {data.lost === 1 ? 'its' : 'their'}{' '}
          renditions.
        </p>
      )}
    </div>
  );
}

function Progress({ rerun }: { rerun: NonNullable<OldStreams['rerun']> }) {
  const { done, failed, total, isCounting } = rerun;
  const ended = done + failed;
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2">
      <p>
        Rewriting playlists: {isCounting ? 'counting videos' : `${ended} of ${countText(total, 'video')}`}
        {failed > 0 && `, ${failed} failed`}.
      </p>
      <ProgressBar
        percent={isCounting || total === 0 ? undefined : (100 * ended) / total}
        label="Playlists rewritten"
      />
    </div>
  );
}
