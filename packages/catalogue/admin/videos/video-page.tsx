import { adminHref, type BulkAct, type ManagedVideoDetails, pageHref, routes } from '@vesper/contract';
import { FilmPlayer, VideoPicture } from '@vesper/library/admin/videos/video-film.tsx';
import { CaseLinks } from '@vesper/notices/admin/cases/case-words.tsx';
import { useAdminMutation, useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Button } from '@vesper/web/admin/ui/button.tsx';
import { Card, Spinner } from '@vesper/web/admin/ui/card.tsx';
import { ActButton, OutdatedNote } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { FailureNote, ListState } from '@vesper/web/admin/ui/list.tsx';
import { PICTURE_HINT, PictureButton } from '@vesper/web/admin/ui/picture-button.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatDuration } from '@vesper/web/ui/format.ts';
import { showToast } from '@vesper/web/ui/toast-store.ts';
import { ExternalLink, Image, Inbox } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ActNotice } from './begun-acts.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { EditCard } from './edit-card.tsx';
import { FactsCard, FilesCard } from './facts-card.tsx';
import { ProblemsCard } from './problems-card.tsx';
import { VideoAct, VideoActQuestion } from './video-acts.tsx';

/** While it is being downloaded or processed. */
const GOING_MS = 3_000;

export default function VideoPage({ params: { id = '' } }: PageProps) {
  const [begun, setBegun] = useState<BulkAct>();
  const [taken, setTaken] = useState<ManagedVideoDetails>();
  const [isGoing, setGoing] = useState(false);
  const { data, ...query } = useAdminQuery(
    routes.catalogue.get,
    { id },
    { ...(isGoing ? { pollMs: GOING_MS } : {}) },
  );
  const shown = data?.id === id ? data : undefined;
  const isActive = shown !== undefined && isInProgress(shown);
  if (isActive !== isGoing) setGoing(isActive);
  return (
    <AdminPage
      title={shown?.title ?? 'Video'}
      about={<TextLink href={adminHref('videos')}>All videos</TextLink>}
      actions={shown && <PageActs video={shown} onAct={setBegun} />}
    >
      <ActNotice begun={begun} onAct={setBegun} />
      <ListState rows={shown && [shown]} query={query} empty="This video does not exist.">
        {shown && (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-6">
              <ProblemsCard video={shown} />
              {shown.cases.length > 0 && (
                <Card title="Notices" icon={Inbox}>
                  <CaseLinks cases={shown.cases} />
                </Card>
              )}
              <DifferencesCard video={shown} onTaken={setTaken} />
              <EditCard video={shown} taken={taken} onReload={() => void query.refetch()} />
              <FilesCard video={shown} />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <Card
                title="Film"
                about="You can preview it even when it is hidden. Each viewing is logged."
                actions={
                  isReplaceable(shown) && (
                    <a className="button quiet" href={`${adminHref('uploads')}?replaces=${shown.id}`}>
                      Replace
                    </a>
                  )
                }
              >
                <FilmPlayer key={shown.id} video={shown} />
              </Card>
              <PictureCard video={shown} />
              <FactsCard video={shown} />
            </div>
          </div>
        )}
      </ListState>
    </AdminPage>
  );
}

function isInProgress({ status, mediaJobs }: ManagedVideoDetails): boolean {
  return status === 'processing' || mediaJobs.some((job) => ['pending', 'processing'].includes(job.status));
}

function isReplaceable({ kind, status, hiddenReason }: ManagedVideoDetails): boolean {
  return kind === 'hosted' && (status === 'published' || (status === 'hidden' && hiddenReason === 'gone'));
}

function PageActs({ video, onAct }: { video: ManagedVideoDetails; onAct: (begun: BulkAct) => void }) {
  const { id, status, hiddenReason } = video;
  const isTaken = hiddenReason === 'takedown';
  const act = { what: video, selected: { ids: [id] }, onDone: onAct };
  return (
    <>
      {status === 'published' && (
        <>
          <a className="button quiet" href={pageHref.video(id)} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden className="size-4" />
            View on the site
          </a>
          <VideoAct act="hide" {...act} />
        </>
      )}
      {(status === 'hidden' || status === 'removed') && !isTaken && (
        <VideoAct act="publish" look="primary" {...act} />
      )}
      {status !== 'removed' && !isTaken && <VideoAct act="remove" {...act} />}
      {!isTaken && (
        <VideoActQuestion
          act="delete"
          look="danger"
          what={video}
          run={(client, { blockFiles }) =>
            client.catalogue.delete({ id, blockFiles: blockFiles ? 'true' : 'false' })
          }
          failure="The video could not be deleted."
          onDone={() => {
            showToast({ title: 'The video was deleted' });
            navigate(adminHref('videos'));
          }}
        />
      )}
    </>
  );
}

function PictureCard({ video }: { video: ManagedVideoDetails }) {
  const [isChoosing, setChoosing] = useState(false);
  const isMaking = video.mediaJobs.some(
    ({ step, status }) => step === 'pictures' && (status === 'pending' || status === 'processing'),
  );
  return (
    <Card title="Picture">
      <div className="flex flex-col gap-4">
        <VideoPicture
          video={{ ...video, thumbnailUrl: newestAddress(video) }}
          className="aspect-video w-full rounded-lg"
        />
        <p className="text-sm text-muted">{formatPictureChoice(video, isMaking)}</p>
        {video.status !== 'removed' && !isChoosing && (
          <PictureActs video={video} onChoose={() => setChoosing(true)} />
        )}
        {isChoosing && <Chooser video={video} onClose={() => setChoosing(false)} />}
      </div>
    </Card>
  );
}

/** Of a picture of ours: its address stays, and the browser may have kept a former one. */
function newestAddress({ thumbnailUrl, files }: ManagedVideoDetails): string {
  const file = files.find(({ purpose, name }) => purpose === 'thumbnail' && name === '640.webp');
  return file && thumbnailUrl.startsWith('/') ? `${thumbnailUrl}?${file.key.slice(-17)}` : thumbnailUrl;
}

function PictureActs({ video, onChoose }: { video: ManagedVideoDetails; onChoose: () => void }) {
  const { id, kind, posterUploaded, posterAtSeconds } = video;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {kind === 'hosted' && (
        <Button size="small" icon={Image} onClick={onChoose}>
          Choose another
        </Button>
      )}
      <PictureButton
        word="Upload poster"
        run={(client, file) => client.mediaJobs.uploadPoster({ id, file })}
        failure="The poster could not be uploaded."
        success="Poster uploaded"
      />
      <ActButton
        word="Use the automatic one"
        size="small"
        disabled={!posterUploaded && posterAtSeconds === null}
        run={(client) => client.mediaJobs.removePoster({ id })}
        failure="The picture could not be changed."
        success={() => ({ title: 'Picture changed', description: 'It will appear once it is ready.' })}
      />
      <p className="w-full text-xs text-muted">{PICTURE_HINT}</p>
    </div>
  );
}

function formatPictureChoice(video: ManagedVideoDetails, isMaking: boolean): string {
  const { posterAtSeconds, posterUploaded, kind, thumbnailUrl, picture, placeholder } = video;
  if (isMaking) return 'Pictures are being made. The new one will appear shortly.';
  if (thumbnailUrl === '' && picture === null && placeholder === null) return 'No picture.';
  if (posterUploaded) return 'Uploaded by hand. It stays when the film is replaced.';
  if (kind !== 'hosted') return 'Provided by the source.';
  if (posterAtSeconds === null) return 'Selected from the film automatically.';
  return `Selected by hand, at ${formatDuration(posterAtSeconds)} in the film.`;
}

function Chooser({ video, onClose }: { video: ManagedVideoDetails; onClose: () => void }) {
  const { data, error, refetch } = useAdminQuery(routes.mediaJobs.posters, { id: video.id });
  const [seenAtSeconds, setSeen] = useState(video.posterAtSeconds);
  const { run, isRunning } = useAdminMutation({
    run: (client, atSeconds: number | null) =>
      client.mediaJobs.choosePoster({ id: video.id, atSeconds, seenAtSeconds }),
    failure: 'The picture could not be changed.',
    success: () => ({ title: 'Picture changed', description: 'It will appear once it is ready.' }),
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
        <Spinner label="Taking pictures from the film..." />
      )}
      <div className="flex flex-wrap gap-2">
        {(video.posterAtSeconds !== null || video.posterUploaded) && (
          <Button size="small" disabled={isRunning} onClick={() => void run(null)}>
            Select automatically
          </Button>
        )}
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </>
  );
}
