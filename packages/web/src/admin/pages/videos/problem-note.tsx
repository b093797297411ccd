import { adminHref, type VideoFilter } from '@vesper/contract';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/values.tsx';
import { RedownloadButton } from '../jobs/redownload-button.tsx';

const FILES = 'You can check the files of the whole library and re-download those that are missing.';

/** What happens to videos with this problem, and an action on all of them. */
export function ProblemNote({ problem }: Pick<VideoFilter, 'problem'>) {
  if (problem === 'possible_duplicate') {
    return (
      <Note text="Each may be a duplicate of another video. Both stay public until you decide.">
        <TextLink href={adminHref('duplicates')}>Compare side by side</TextLink>
      </Note>
    );
  }
  if (problem !== 'gone' && problem !== 'files_missing') return null;
  return (
    <Note
      text={
        problem === 'gone'
          ? `These were hidden because they are no longer available. A video that answers at its next check comes back by itself. ${FILES}`
          : `Their films are missing or are being downloaded again. ${FILES}`
      }
    >
      <RedownloadButton />
    </Note>
  );
}

function Note({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-panel p-3 text-sm">
      <p className="min-w-0 flex-1 basis-72 text-pretty text-muted">{text}</p>
      {children}
    </div>
  );
}
