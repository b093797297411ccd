import { adminHref, type BulkAct, type ManagedVideoDetails, pageHref, routes } from '@vesper/contract';
import { FilmPlayer } from '@vesper/library/admin/videos/video-film.tsx';
import { CaseLinks } from '@vesper/notices/admin/cases/case-words.tsx';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, type PageProps } from '@vesper/web/admin/shell/admin-page.tsx';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ListState } from '@vesper/web/admin/ui/list.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { showToast } from '@vesper/web/ui/toast-store.ts';
import { ExternalLink, Inbox } from 'lucide-react';
import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { ActNotice } from './begun-acts.tsx';
import { DifferencesCard } from './differences-card.tsx';
import { EditCard } from './edit-card.tsx';
import { FactsCard, FilesCard } from './facts-card.tsx';
import { PictureCard } from './picture-card.tsx';
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
  const goes = shown !== undefined && isUnderWay(shown);
  if (goes !== isGoing) setGoing(goes);
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
                <Card title="Notices about it" icon={Inbox}>
                  <CaseLinks cases={shown.cases} />
                </Card>
              )}
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

function PageActs({ video, onAct }: { video: ManagedVideoDetails; onAct: (begun: BulkAct) => void }) {
  const { id, status, hiddenReason } = video;
  const isTaken = hiddenReason === 'takedown';
  const act = { what: video, chosen: { ids: [id] }, onDone: onAct };
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
