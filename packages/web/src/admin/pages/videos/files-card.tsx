import type { ManagedVideoDetails } from '@vesper/contract';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/list.tsx';
import { bytesText } from '../../ui/value-text.ts';
import { Address } from '../../ui/values.tsx';

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

/** The stored files of a video. */
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
