import { adminHref, type VideoFilter } from '@vesper/contract';
import type { ReactNode } from 'react';
import { RedownloadButton } from '../jobs/redownload-button.tsx';

const FILES = 'All files of the library can be looked for, and those that are missing downloaded again.';

/** What becomes of videos with that problem, and what can be done about all of them. */
export function ProblemNote({ problem }: Pick<VideoFilter, 'problem'>) {
  if (problem === 'possible_duplicate') {
    return (
      <Note text="Each was found to be like another one; both stay public until somebody decides.">
        <a className="text-primary-text hover:underline" href={adminHref('duplicates')}>
          See the two side by side
        </a>
      </Note>
    );
  }
  if (problem !== 'gone' && problem !== 'files_missing') return null;
  return (
    <Note
      text={
        problem === 'gone'
          ? `These were hidden because they could not be reached any more. One that answers at its next look comes back by itself. ${FILES}`
          : `The films of these are not in the storage, or are being downloaded again. ${FILES}`
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
