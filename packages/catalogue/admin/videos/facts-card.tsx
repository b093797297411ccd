import { adminHref, type ManagedVideoDetails } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { type Column, DataTable } from '@vesper/web/admin/ui/list.tsx';
import { bytesText, exactTime } from '@vesper/web/admin/ui/value-text.ts';
import { Address, FactList, OutsideLink, TextLink } from '@vesper/web/admin/ui/values.tsx';
import { formatCount, formatDuration, qualityLabel } from '@vesper/web/ui/format.ts';
import { VideoStatusText } from './video-columns.tsx';
import { KIND_WORDS } from './video-words.ts';

export function FactsCard({ video }: { video: ManagedVideoDetails }) {
  const { sourceId, lastLook, playsFrom, externalId, downloadJobId, languages, mergedFrom } = video;
  const quality = qualityLabel(video.height);
  const size = video.width && video.height ? `${video.width} x ${video.height}` : 'unknown';
  return (
    <Card title="Facts">
      <FactList
        className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm"
        of={{
          State: <VideoStatusText video={video} />,
          Kind: KIND_WORDS[video.kind],
          Views: formatCount(video.views),
          Length: formatDuration(video.duration),
          Resolution: quality ? `${size} (${quality})` : size,
          Added: exactTime(video.createdAt),
          Published: video.publishedAt ? exactTime(video.publishedAt) : 'never',
          Source: sourceId ? (
            <TextLink href={adminHref('source', sourceId)}>{video.sourceName}</TextLink>
          ) : (
            'Added by hand'
          ),
          'Source address': <Outside url={video.sourceUrl} />,
          'Source checked': lastLook && (
            <>
              {exactTime(lastLook.at)}
              <p className="text-muted">{lastLook.outcome}</p>
            </>
          ),
          'Plays from': playsFrom !== null && <Outside url={playsFrom} />,
          'ID at the source': externalId !== null && <Address text={externalId} />,
          Download: downloadJobId !== null && (
            <>
              <TextLink href={adminHref('job', downloadJobId)}>Last download</TextLink>
              {video.downloadError && <p className="text-danger">{video.downloadError}</p>}
            </>
          ),
          Translations: languages.length > 0 && languages.join(', '),
          'Merged into this': mergedFrom.length > 0 && mergedFrom.map(({ title }) => title).join(', '),
          ID: <code className="text-xs">{video.id}</code>,
        }}
      />
    </Card>
  );
}

function Outside({ url }: { url: string }) {
  return (
    <OutsideLink href={url}>
      <Address text={url} />
    </OutsideLink>
  );
}

type File = ManagedVideoDetails['files'][number];

const PLACES: Record<string, string> = { fs: 'Folder', s3: 'Bucket' };

const COLUMNS: Column<File>[] = [
  {
    header: 'File',
    className: 'wrap-anywhere',
    cell: ({ name, key }) => (
      <>
        <Address text={name} />
        <span className="block text-xs text-muted">
          <Address text={key} />
        </span>
      </>
    ),
  },
  {
    header: 'Where',
    cell: ({ place, isInQuarantine }) => (isInQuarantine ? 'Quarantine' : (PLACES[place] ?? place)),
  },
  {
    header: 'Size',
    align: 'right',
    cell: ({ sizeBytes }) => (sizeBytes === null ? 'unknown' : bytesText(sizeBytes)),
  },
];

export function FilesCard({ video: { files } }: { video: ManagedVideoDetails }) {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return (
    <Card title="Files" about={files.length > 0 && `${files.length} files, ${bytesText(bytes)}.`}>
      {files.length === 0 ? (
        <p className="text-sm text-muted">This video has no stored files.</p>
      ) : (
        <DataTable
          caption="Files"
          columns={COLUMNS}
          rows={files}
          keyOf={({ purpose, name }) => `${purpose}/${name}`}
          nameOf={({ name }) => name}
        />
      )}
    </Card>
  );
}
