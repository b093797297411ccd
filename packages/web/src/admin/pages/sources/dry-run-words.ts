import type { Decision, DryRun } from '@vesper/contract';

const DECISION_WORDS: Record<Decision, string> = {
  new: 'would be queued',
  known: 'known already',
  duplicate: 'duplicates',
  blocked: 'blocked',
  robots: 'blocked by robots.txt',
  over_quota: 'over the quota',
  no_video: 'without a video',
  failed: 'unusable',
};

const END_WORDS: Record<DryRun['end'], string> = {
  complete: 'That is everything the source lists.',
  enough: 'The source lists more; this was the beginning.',
  time: 'The time limit was reached.',
};

/** The result of a dry run, in sentences. Only a run without problems can say that there is no more. */
export function formatDryRun({ found, decisions, problems, end }: Omit<DryRun, 'items' | 'pages'>): string {
  const isPartial = end === 'complete' && problems.length > 0;
  return `${formatFound(found, decisions)} ${isPartial ? 'Some of it could not be read.' : END_WORDS[end]}`;
}

function formatFound(found: number, decisions: DryRun['decisions']): string {
  if (found === 0) return 'No addresses found.';
  const looked = found === 1 ? '1 address was looked at' : `${found} addresses were looked at`;
  const counted = (Object.entries(decisions) as [Decision, number][]).map(
    ([decision, count]) => `${count} ${DECISION_WORDS[decision]}`,
  );
  return counted.length > 0 ? `${looked}: ${counted.join(', ')}.` : `${looked}.`;
}
