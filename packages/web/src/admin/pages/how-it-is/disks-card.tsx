import type { HowItIs } from '@vesper/contract';
import { Card } from '../../ui/card.tsx';
import { bytesText } from '../../ui/value-text.ts';
import { type BadgeWord, ProgressBar, WordBadge } from '../../ui/values.tsx';

type Disk = HowItIs['disks'][number];

const STATES: Record<Disk['state'], BadgeWord> = {
  ok: { word: 'Fine', tone: 'good' },
  low: { word: 'Almost full', tone: 'warn' },
  full: { word: 'Full', tone: 'bad' },
  read_only: { word: 'Read-only', tone: 'bad' },
  not_writable: { word: 'Not writable', tone: 'bad' },
};

/** How much room is left on each disk. */
export function DisksCard({ disks }: Pick<HowItIs, 'disks'>) {
  return (
    <Card title="Disks">
      <ul className="grid gap-5 md:grid-cols-2">
        {disks.map((disk) => (
          <DiskRow key={`${disk.host} ${disk.folders.join(' ')}`} {...disk} />
        ))}
      </ul>
    </Card>
  );
}

function DiskRow({ host, folders, freeBytes, sizeBytes, state }: Disk) {
  const used = sizeBytes > 0 ? (100 * (sizeBytes - freeBytes)) / sizeBytes : 0;
  return (
    <li className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{host}</span>
        <WordBadge {...STATES[state]} />
      </p>
      <div className="my-2">
        <ProgressBar percent={used} label={`Used on ${host}: ${folders[0]}`} />
      </div>
      <p className="wrap-anywhere text-muted">
        {bytesText(freeBytes)} of {bytesText(sizeBytes)} free for {folders.join(', ')}
      </p>
    </li>
  );
}
