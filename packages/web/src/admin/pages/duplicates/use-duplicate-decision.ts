import type { CallInput, CallOutput, Client, Routes } from '@vesper/contract';
import { useAdminMutation } from '../../data/calls.ts';

type Decide = Routes['duplicates']['decide'];

const WORDS = {
  failure: 'It could not be decided.',
  success: ({ outcome, videoId }: CallOutput<Decide>) => {
    if (outcome === 'merged') return 'The two are one video now';
    // A video that was never published has no id.
    return videoId ? 'Both are kept' : 'Its address can be queued again';
  },
};

/** The act that merges two videos or keeps both. If someone else was faster, a toast says so. */
export function deciding(decision: CallInput<Decide>) {
  return { ...WORDS, run: (client: Client) => client.duplicates.decide(decision) };
}

export function useDuplicateDecision() {
  return useAdminMutation({
    ...WORDS,
    run: (client, decision: CallInput<Decide>) => client.duplicates.decide(decision),
  });
}
