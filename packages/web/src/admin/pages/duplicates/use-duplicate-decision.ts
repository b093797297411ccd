import type { CallInput, Routes } from '@vesper/contract';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';
import { ALL_VIDEO_PATHS } from '../videos/video-paths.ts';
import { DUPLICATES_PATH } from './duplicate-words.ts';

type Decision = CallInput<Routes['duplicates']['decide']>;

/** Merges the two of a decision, or keeps both. Who decides second is told by a toast, and sees what the first did. */
export function useDuplicateDecision() {
  return useAdminMutation({
    run: (client, decision: Decision) => client.duplicates.decide(decision),
    failure: 'It could not be decided.',
    refreshes: [DUPLICATES_PATH, ...ALL_VIDEO_PATHS],
    success: ({ outcome, videoId }) => {
      if (outcome === 'merged') return { title: 'The two are one video now' };
      // One that was never published has no id.
      return { title: videoId ? 'Both are kept' : 'Its address can be queued again' };
    },
  });
}
