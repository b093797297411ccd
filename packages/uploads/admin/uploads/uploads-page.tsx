import { adminHref, routes } from '@vesper/contract';
import { useAdminQuery } from '@vesper/web/admin/data/calls.ts';
import { AdminPage, AwaitedPage } from '@vesper/web/admin/shell/admin-page.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { useAddress } from '@vesper/web/data/address.ts';
import { navigate } from 'wouter/use-browser-location';
import { AddCard } from './add-card.tsx';
import { DetailsDialog } from './details-form.tsx';
import { QueueCard } from './queue-card.tsx';
import { UploadsCard } from './uploads-card.tsx';

export default function UploadsPage() {
  const replaces = useAddress().search.get('replaces');
  const sources = useAdminQuery(routes.sources.list);
  const video = useAdminQuery(routes.catalogue.get, { id: replaces ?? '' }, { isEnabled: replaces !== null });
  const awaited = sources.data ? video : sources;
  if (!sources.data || (replaces !== null && video.data?.id !== replaces))
    return <AwaitedPage title="Uploads" error={awaited.error} refetch={awaited.refetch} />;
  return (
    <AdminPage
      title="Uploads"
      about={
        replaces === null ? (
          'Films from your computer. To resume an interrupted upload, add the same file again.'
        ) : (
          <TextLink href={adminHref('uploads')}>Upload new films instead</TextLink>
        )
      }
    >
      <AddCard
        sources={sources.data.filter(({ kind }) => kind === 'upload')}
        replaces={replaces === null ? undefined : video.data}
        onReplacing={() => navigate(adminHref('uploads'))}
      />
      <QueueCard />
      <UploadsCard />
      <DetailsDialog />
    </AdminPage>
  );
}
