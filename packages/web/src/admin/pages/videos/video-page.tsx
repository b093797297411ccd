import { adminHref, type BulkAct, type ManagedVideoDetails, pageHref, routes } from '@vesper/contract';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { quietButton } from '../../../ui/control-classes.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { useAdminQuery } from '../../data/use-admin-query.ts';
import { AdminPage } from '../../shell/admin-page.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ListState } from '../../ui/list-state.tsx';
import type { AdminPageProps } from '../admin-page.ts';
import { ActDialog, type AskedAct, type GivenAct } from './act-dialogs.tsx';
import { ActNotice } from './act-notice.tsx';
import { CasesCard } from './cases-card.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { EditCard } from './edit-card.tsx';
import { FactsCard } from './facts-card.tsx';
import { FilesCard } from './files-card.tsx';
import { FilmPlayer } from './film-player.tsx';
import { PictureCard } from './picture-card.tsx';
import { ProblemsCard } from './problems-card.tsx';
import { useVideoActs } from './use-video-acts.ts';

/** How often to poll while it is being downloaded or processed. */
const GOING_MS = 3_000;

export default function VideoPage({ params: { id = '' } }: AdminPageProps) {
  const [begun, setBegun] = useState<BulkAct>();
  const acts = useVideoActs(setBegun);
  const [taken, setTaken] = useState<ManagedVideoDetails>();
  const [isGoing, setGoing] = useState(false);
  const { data, ...query } = useAdminQuery(
    routes.catalogue.get,
    { id },
    { ...(isGoing ? { pollMs: GOING_MS } : {}) },
  );
  const shown = data?.id === id ? data : undefined;
  const goes = shown !== undefined && isUnderWay(shown);
  if (goes !== isGoing) setGoing(goes);
  return (
    <AdminPage
      title={shown?.title ?? 'Video'}
      about={
        <a className="text-primary-text hover:underline" href={adminHref('videos')}>
          All videos
        </a>
      }
      actions={shown && <PageActs video={shown} acts={acts} />}
    >
      {begun && (
        <ActNotice
          key={`${begun.id} ${begun.state}`}
          begun={begun}
          acts={acts}
          onClose={() => setBegun(undefined)}
        />
      )}
      <ListState rows={shown && [shown]} query={query} empty="This video does not exist.">
        {shown && (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="flex min-w-0 flex-col gap-6">
              <ProblemsCard video={shown} />
              <CasesCard video={shown} />
              <DifferencesCard video={shown} onTaken={setTaken} />
              <EditCard video={shown} taken={taken} onReload={() => void query.refetch()} />
              <FilesCard video={shown} />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <Card title="Film" about="Plays here in any state. The audit log records who watched.">
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

function isUnderWay({ status, mediaJobs }: ManagedVideoDetails): boolean {
  return status === 'processing' || mediaJobs.some((job) => ['pending', 'processing'].includes(job.status));
}

interface PageActsProps {
  video: ManagedVideoDetails;
  acts: ReturnType<typeof useVideoActs>;
}

function PageActs({ video, acts }: PageActsProps) {
  const [asked, setAsked] = useState<AskedAct>();
  // The status shown when the dialog opened.
  const [seenStatus, setSeenStatus] = useState(video.status);
  const { id, status, hiddenReason } = video;
  const ask = (act: AskedAct) => {
    setAsked(act);
    setSeenStatus(status);
  };
  const deletion = useAdminMutation({
    run: (client, blockFiles: boolean) =>
      client.catalogue.delete({ id, blockFiles: blockFiles ? 'true' : 'false' }),
    failure: 'The video could not be deleted.',
    onDone: () => {
      showToast({ title: 'The video was deleted' });
      navigate(adminHref('videos'));
    },
  });
  const give = async ({ act, blockFiles = false, ...needs }: GivenAct) => {
    const isDone =
      act === 'delete'
        ? await deletion.run(blockFiles)
        : act === 'hide' || act === 'publish' || act === 'remove'
          ? await acts.actOn({ id, act, seenStatus, ...needs })
          : undefined;
    if (isDone) setAsked(undefined);
  };
  const isTaken = hiddenReason === 'takedown';
  return (
    <>
      {status === 'published' && (
        <>
          <a className={quietButton} href={pageHref.video(id)} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden className="size-4" />
            View on the site
          </a>
          <Button onClick={() => ask('hide')}>Hide</Button>
        </>
      )}
      {(status === 'hidden' || status === 'removed') && !isTaken && (
        <Button look="primary" onClick={() => ask('publish')}>
          Publish
        </Button>
      )}
      {status !== 'removed' && !isTaken && <Button onClick={() => ask('remove')}>Remove</Button>}
      {!isTaken && (
        <Button look="danger" onClick={() => ask('delete')}>
          Delete
        </Button>
      )}
      <ActDialog
        asked={asked}
        what={video}
        isBusy={acts.isRunning || deletion.isRunning}
        onGive={(given) => void give(given)}
        onClose={() => setAsked(undefined)}
      />
    </>
  );
}
