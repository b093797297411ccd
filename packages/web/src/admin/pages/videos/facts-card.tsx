import { adminHref, type ManagedVideoDetails } from '@vesper/contract';
import { formatCount, formatDuration, qualityLabel } from '../../../ui/format.ts';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/list.tsx';
import { bytesText, exactTime } from '../../ui/value-text.ts';
import { Address, Fact, OutsideLink, TextLink } from '../../ui/values.tsx';
import { VideoStatusText } from './video-columns.tsx';
import { KIND_WORDS } from './video-words.ts';

export function FactsCard({ video }: { video: ManagedVideoDetails }) {
  const quality = qualityLabel(video.height);
  const size = video.width && video.height ? `${video.width} x ${video.height}` : 'unknown';
  return (
    <Card title="Facts">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 text-sm">
        <Fact name="State">
          <VideoStatusText video={video} />
        </Fact>
        <Fact name="Kind">{KIND_WORDS[video.kind]}</Fact>
        <Fact name="Views">{formatCount(video.views)}</Fact>
        <Fact name="Length">{formatDuration(video.duration)}</Fact>
        <Fact name="Resolution">{quality ? `${size} (${quality})` : size}</Fact>
        <Fact name="Added">{exactTime(video.createdAt)}</Fact>
        <Fact name="Published">{video.publishedAt ? exactTime(video.publishedAt) : 'never'}</Fact>
        <Fact name="Source">
          {video.sourceId ? (
            <TextLink href={adminHref('source', video.sourceId)}>{video.sourceName}</TextLink>
          ) : (
            'Added by hand'
          )}
        </Fact>
        <Fact name="Source address">
          <Outside url={video.sourceUrl} />
        </Fact>
        {video.lastLook && (
          <Fact name="Looked at again">
            {exactTime(video.lastLook.at)}
            <p className="text-muted">{video.lastLook.outcome}</p>
          </Fact>
        )}
        {video.playsFrom && (
          <Fact name="Plays from">
            <Outside url={video.playsFrom} />
          </Fact>
        )}
        {video.externalId && (
          <Fact name="ID at the source">
            <Address text={video.externalId} />
          </Fact>
        )}
        {video.downloadJobId && (
          <Fact name="Download">
            <TextLink href={adminHref('job', video.downloadJobId)}>Last download</TextLink>
            {video.downloadError && <p className="text-danger">{video.downloadError}</p>}
          </Fact>
        )}
        {video.languages.length > 0 && <Fact name="Translations">{video.languages.join(', ')}</Fact>}
        {video.mergedFrom.length > 0 && (
          <Fact name="Merged into this">{video.mergedFrom.map(({ title }) => title).join(', ')}</Fact>
        )}
        <Fact name="Id">
          <code className="text-xs">{video.id}</code>
        </Fact>
      </dl>
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
