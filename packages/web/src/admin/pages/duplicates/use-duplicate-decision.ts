import type { CallInput, Routes } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';

type Decision = CallInput<Routes['duplicates']['decide']>;

/** Merges two videos or keeps both. If someone else was faster, a toast says so. */
export function useDuplicateDecision() {
  return useAdminMutation({
    run: (client, decision: Decision) => client.duplicates.decide(decision),
    failure: 'It could not be decided.',
    success: ({ outcome, videoId }) => {
      if (outcome === 'merged') return { title: 'The two are one video now' };
      // A video that was never published has no id.
      return { title: videoId ? 'Both are kept' : 'Its address can be queued again' };
    },
  });
}
