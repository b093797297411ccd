import type { ManagedVideoDetails, SourceWord } from '@vesper/contract';
import { useAdminMutation } from '@vesper/web/admin/data/calls.ts';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { Moment } from '@vesper/web/admin/ui/values.tsx';
import { FileDiff } from 'lucide-react';

type Look = NonNullable<ManagedVideoDetails['lastLook']>;

interface DifferencesCardProps {
  video: ManagedVideoDetails;
  /** With the updated video. */
  onTaken: (video: ManagedVideoDetails) => void;
}

/** Hidden if nothing awaits a decision. */
export function DifferencesCard({ video, onTaken }: DifferencesCardProps) {
  const { lastLook: look } = video;
  const fields = look ? (Object.keys(look.differences) as SourceWord[]) : [];
  if (!look || fields.length === 0) return null;
  return (
    <Card
      title="Changes at the source"
      icon={FileDiff}
      about={
        <>
          The source page has changed. Checked <Moment at={look.at} />.
        </>
      }
    >
      <ul className="divide-y divide-line">
        {fields.map((field) => (
          <Difference key={field} field={field} video={video} look={look} onTaken={onTaken} />
        ))}
      </ul>
    </Card>
  );
}

interface DifferenceProps extends DifferencesCardProps {
  field: SourceWord;
  look: Look;
}

function Difference({ field, video, look, onTaken }: DifferenceProps) {
  const { id, version } = video;
  const open = Object.keys(look.differences) as SourceWord[];
  const name = NAMES[field];
  const failure = 'The video could not be changed.';
  const showing = useAdminMutation({
    run: (client, fields: SourceWord[]) => client.catalogue.changeDifferences({ id, fields }),
    failure,
  });
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <dl className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
        <dt className="font-bold">{name}</dt>
        <dd className="whitespace-pre-line">{textOf(look.differences[field])}</dd>
        <dd className="mt-1 text-muted">Ours: {textOf(video[field])}</dd>
      </dl>
      <div className="flex flex-wrap items-center gap-2">
        <ActButton
          word="Use theirs"
          size="small"
          aria-label={`Use theirs: ${field}`}
          run={(client) => client.catalogue.takeFromSource({ id, version, fields: [field] })}
          failure={failure}
          success={`${name} updated`}
          onDone={onTaken}
        />
        <ActButton
          word="Keep ours"
          size="small"
          aria-label={`Keep ours: ${field}`}
          run={(client) =>
            client.catalogue.changeDifferences({ id, fields: open.filter((other) => other !== field) })
          }
          failure={failure}
          success={() => ({
            title: `${name} kept`,
            action: { label: 'Undo', run: () => void showing.run(open) },
          })}
        />
      </div>
    </li>
  );
}

const NAMES: Record<SourceWord, string> = {
  title: 'Title',
  description: 'Description',
  tags: 'Tags',
  category: 'Category',
};

function textOf(words: string | readonly string[] | undefined): string {
  return [words ?? ''].flat().join(', ') || 'empty';
}
