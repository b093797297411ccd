import type { Decision, DryRun } from '@vesper/contract';

const DECISION_WORDS: Record<Decision, string> = {
  new: 'would be queued',
  known: 'known already',
  duplicate: 'duplicates',
  blocked: 'blocked',
  robots: 'kept out by robots.txt',
  over_quota: 'over the quota',
  no_video: 'without a video',
  failed: 'not usable',
};

const END_WORDS: Record<DryRun['end'], string> = {
  complete: 'The source names no more.',
  enough: 'The source names more; this was the beginning.',
  time: 'The time was up before more could be read.',
};

/** What a dry run has found, in sentences. That there is no more is known only where all of it could be read. */
export function formatDryRun({ found, decisions, problems, end }: Omit<DryRun, 'items'>): string {
  const isPartial = end === 'complete' && problems.length > 0;
  return `${formatFound(found, decisions)} ${isPartial ? 'Not all of it could be read.' : END_WORDS[end]}`;
}

function formatFound(found: number, decisions: DryRun['decisions']): string {
  if (found === 0) return 'No address was found.';
  const looked = found === 1 ? '1 address was looked at' : `${found} addresses were looked at`;
  const counted = (Object.entries(decisions) as [Decision, number][]).map(
    ([decision, count]) => `${count} ${DECISION_WORDS[decision]}`,
  );
  return counted.length > 0 ? `${looked}: ${counted.join(', ')}.` : `${looked}.`;
}
