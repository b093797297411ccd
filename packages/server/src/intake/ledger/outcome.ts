import type { Decision } from '@vesper/contract';

const DECISION_OF_CLASS: Readonly<Record<string, Decision>> = {
  robots: 'robots',
  no_video: 'no_video',
  not_video: 'no_video',
  not_page: 'no_video',
  duplicate: 'duplicate',
  removed: 'blocked',
};

/** The ledger's decision for a download that failed with an error of this class. */
export function decisionOfFailure(errorClass: string): Decision {
  return DECISION_OF_CLASS[errorClass] ?? 'failed';
}
