import type { ManagedVideoDetails } from '@vesper/contract';
import { Address } from '../../ui/address.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';

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
  { header: 'Size', align: 'right', cell: ({ sizeBytes }) => formatFileSize(sizeBytes) },
];

/** The stored files of a video. */
export function FilesCard({ video: { files } }: { video: ManagedVideoDetails }) {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);
  return (
    <Card
      title="Files"
      {...(files.length > 0 ? { about: `${files.length} files, ${formatFileSize(bytes)}.` } : {})}
    >
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

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

function formatFileSize(bytes: number | null): string {
  if (bytes === null) return 'unknown';
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** power;
  return `${power === 0 ? number : number.toFixed(1)} ${UNITS[power]}`;
}
