import { type ManagedVideoDetails, routes } from '@vesper/contract';
import { VideoPicture } from '@vesper/library/admin/videos/video-film.tsx';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card, Spinner } from '@vesper/web/admin/ui/card.tsx';
import { OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { FailureNote } from '@vesper/web/admin/ui/list.tsx';
import { formatDuration } from '@vesper/web/ui/format.ts';
import { Image } from 'lucide-react';
import { useState } from 'react';

export function PictureCard({ video }: { video: ManagedVideoDetails }) {
  const [isChoosing, setChoosing] = useState(false);
  const isMaking = video.mediaJobs.some(
    ({ step, status }) => step === 'pictures' && (status === 'pending' || status === 'processing'),
  );
  return (
    <Card title="Picture">
      <div className="flex flex-col gap-4">
        <VideoPicture video={video} className="aspect-video w-full rounded-lg" />
        <p className="text-sm text-muted">{formatPictureChoice(video, isMaking)}</p>
        {video.kind === 'hosted' && video.status !== 'removed' && !isChoosing && (
          <div>
            <Button size="small" icon={Image} onClick={() => setChoosing(true)}>
              Choose another
            </Button>
          </div>
        )}
        {isChoosing && <Chooser video={video} onClose={() => setChoosing(false)} />}
      </div>
    </Card>
  );
}

function formatPictureChoice(video: ManagedVideoDetails, isMaking: boolean): string {
  const { posterAtSeconds, kind, thumbnailUrl, picture, placeholder } = video;
  if (isMaking) return 'The pictures are being made; the new one will show in a moment.';
  if (thumbnailUrl === '' && picture === null && placeholder === null) return 'It has no picture.';
  if (kind !== 'hosted') return 'Provided by the source.';
  if (posterAtSeconds === null) return 'Chosen from the film automatically.';
  return `Chosen by hand, at ${formatDuration(posterAtSeconds)} of the film.`;
}

function Chooser({ video, onClose }: { video: ManagedVideoDetails; onClose: () => void }) {
  const { data, error, refetch } = useAdminQuery(routes.mediaJobs.posters, { id: video.id });
  const [seenAtSeconds, setSeen] = useState(video.posterAtSeconds);
  const { run, isRunning } = useAdminMutation({
    run: (client, atSeconds: number | null) =>
      client.mediaJobs.choosePoster({ id: video.id, atSeconds, seenAtSeconds }),
    failure: 'The picture could not be chosen.',
    success: () => ({ title: 'The picture was chosen', description: 'It will show once it is made.' }),
    onDone: onClose,
  });
  if (error) return <FailureNote error={error} refetch={refetch} />;
  return (
    <>
      {video.posterAtSeconds !== seenAtSeconds && !isRunning && (
        <OutdatedNote what="this picture" onLoad={() => setSeen(video.posterAtSeconds)} />
      )}
      {data ? (
        <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {data.candidates.map(({ atSeconds, picture }) => (
            <li key={atSeconds}>
              <button
                type="button"
                disabled={isRunning}
                aria-label={`The picture at ${formatDuration(atSeconds)}`}
                aria-pressed={atSeconds === seenAtSeconds}
                onClick={() => void run(atSeconds)}
                className="block w-full overflow-hidden rounded-lg border-2 border-transparent hover:border-edge aria-pressed:border-primary"
              >
                <img src={picture} alt="" className="aspect-video w-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <Spinner label="Pictures are being taken from the film..." />
      )}
      <div className="flex flex-wrap gap-2">
        {video.posterAtSeconds !== null && (
          <Button size="small" disabled={isRunning} onClick={() => void run(null)}>
            Choose automatically
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}
