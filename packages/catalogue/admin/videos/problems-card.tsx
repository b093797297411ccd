import { adminHref, type ManagedVideoDetails, type MediaStep, type VideoProblem } from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { ActButton } from '@vesper/web/admin/ui/dialog/acts.tsx';
import { TextLink } from '@vesper/web/admin/ui/values.tsx';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { canStay, DECIDING, formatMergeChoice } from '../duplicates/duplicate-words.ts';
import { GoneActs, RedownloadButton } from './video-acts.tsx';
import { caseInWords } from './video-words.ts';

/** The notices card lists all. */
const MOST_CASES = 3;

const REMADE: [VideoProblem, MediaStep, text: string][] = [
  ['no_picture', 'pictures', 'No picture.'],
  ['no_renditions', 'renditions', 'No renditions: it plays in only one quality.'],
  ['no_duration', 'film', 'Length unknown.'],
];

export function ProblemsCard({ video }: { video: ManagedVideoDetails }) {
  const { problems, duplicates, cases, mergedInto, hiddenReason } = video;
  const shown = cases.filter(({ isOpen, isHolding }) => isOpen || isHolding).slice(0, MOST_CASES);
  const isQuiet = problems.length === 0 && shown.length === 0 && !mergedInto && hiddenReason !== 'takedown';
  if (isQuiet && hiddenReason !== 'basis') return null;
  const has = (problem: VideoProblem) => problems.includes(problem);
  return (
    <Card title="Problems" icon={TriangleAlert}>
      <ul className="divide-y divide-line">
        {hiddenReason === 'takedown' && !shown.some(({ isHolding }) => isHolding) && (
          <Problem text="Taken down because of a notice." />
        )}
        {shown.map((one) => (
          <Problem key={one.id} text={caseInWords(one)}>
            <TextLink href={adminHref('case', one.id)}>See the case</TextLink>
          </Problem>
        ))}
        {mergedInto && (
          <Problem text="Merged into another video; its address redirects there.">
            <TextLink href={adminHref('video', mergedInto.id)}>{mergedInto.title}</TextLink>
          </Problem>
        )}
        {hiddenReason === 'basis' && (
          <Problem text="Its source has no valid permission. The video returns once you add one.">
            {video.sourceId && (
              <TextLink href={adminHref('source', video.sourceId)}>{video.sourceName}</TextLink>
            )}
          </Problem>
        )}
        {has('gone') && (
          <Problem text={video.healthMessage ?? 'Gone at its source.'}>
            <GoneActs video={video} />
          </Problem>
        )}
        {has('files_missing') && !has('gone') && <FilesMissing video={video} />}
        {REMADE.map(
          ([problem, step, text]) =>
            has(problem) && <Remake key={problem} video={video} step={step} text={text} />,
        )}
        {has('making_failed') && <FailedJobs video={video} />}
        {duplicates.map((duplicate) => (
          <Duplicate key={duplicate.decisionId} duplicate={duplicate} video={video} />
        ))}
      </ul>
    </Card>
  );
}

function Problem({ text, children }: { text: ReactNode; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1 basis-60 text-sm wrap-anywhere">{text}</p>
      <div className="flex flex-wrap items-center gap-2 text-sm">{children}</div>
    </li>
  );
}

interface RemakeProps {
  word: string;
  video: ManagedVideoDetails;
  step: MediaStep;
}

function RemakeButton({ word, video: { id }, step }: RemakeProps) {
  return (
    <ActButton
      word={word}
      size="small"
      run={(client) => client.mediaJobs.rerun({ step, videoId: id })}
      failure="The job could not be queued."
      success={() => ({ title: 'Queued', description: 'It runs when its turn comes.' })}
    />
  );
}

function Remake({ video, step, text }: { video: ManagedVideoDetails; step: MediaStep; text: string }) {
  const isWaiting = video.mediaJobs.some(
    (job) => job.step === step && ['pending', 'processing'].includes(job.status),
  );
  return (
    <Problem text={isWaiting ? `${text} Being made now.` : text}>
      {video.kind === 'hosted' && !isWaiting && <RemakeButton word="Remake" video={video} step={step} />}
    </Problem>
  );
}

function FailedJobs({ video }: { video: ManagedVideoDetails }) {
  const failed = video.mediaJobs.filter(
    ({ error, status }) => error !== null && (status === 'failed' || status === 'completed'),
  );
  return failed.map(({ id, step, error }) => (
    <Problem key={id} text={`Failed to process the ${step}: ${error}`}>
      <RemakeButton word="Try again" video={video} step={step as MediaStep} />
    </Problem>
  ));
}

function FilesMissing({ video }: { video: ManagedVideoDetails }) {
  if (video.status === 'processing')
    return (
      <Problem text="The film is being re-downloaded. The video then returns to its place with its views." />
    );
  return (
    <Problem text="The film is missing.">
      <RedownloadButton video={video} />
    </Problem>
  );
}

interface DuplicateProps {
  duplicate: ManagedVideoDetails['duplicates'][number];
  video: ManagedVideoDetails;
}

function Duplicate({ duplicate, video }: DuplicateProps) {
  const id = duplicate.decisionId;
  const [first, later] = duplicate.isLater ? [video, duplicate] : [duplicate, video];
  // Prefer the older one if it is public: people know its address.
  const stays = canStay(first, later) ? 'existing' : canStay(later, first) ? 'new' : undefined;
  return (
    <Problem
      text={
        <>
          May be the same as <TextLink href={adminHref('video', duplicate.id)}>{duplicate.title}</TextLink>.{' '}
          {duplicate.reason}
        </>
      }
    >
      {stays && (
        <ActButton
          word="Merge"
          size="small"
          ask={{
            question: 'Merge the two videos?',
            explanation: formatMergeChoice(stays, { later: later.title, first: first.title }),
          }}
          run={(client) => client.duplicates.decide({ id, outcome: 'merge', stays })}
          {...DECIDING}
        />
      )}
      <ActButton
        word="Keep both"
        size="small"
        run={(client) => client.duplicates.decide({ id, outcome: 'keep' })}
        {...DECIDING}
      />
    </Problem>
  );
}
