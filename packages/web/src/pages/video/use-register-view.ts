import { useEffect } from 'react';
import { useAgeConfirmed } from '../../age-gate/age-confirmed.ts';
import { videoQuery } from '../../data/catalogue-queries.ts';
import { useClient } from '../../data/client-context.tsx';
import { useAnswers } from '../../data/use-answer.ts';

/** Ids whose view this page load has registered. */
const registered = new Set<string>();
/** The last of them: what this tab showed before, forgotten with the page. */
let before: string | undefined;

/**
 * Registers a view once per id, after the age gate, and refetches the video. Called by the players, not by the page:
 * what renders again once the gate's answer is known hydrates all its children in one task.
 */
export function useRegisterView(id: string): void {
  const cache = useAnswers();
  const client = useClient();
  const isAllowed = useAgeConfirmed();
  useEffect(() => {
    if (!isAllowed || registered.has(id)) return;
    registered.add(id);
    const after = before;
    before = id;
    client.videos
      .registerView(after === undefined ? { id } : { id, after })
      .then(() => cache.prefetch({ ...videoQuery(client, id), staleTime: 0 }))
      .catch(() => {
        // An uncounted view is no reason to disturb the visitor.
      });
  }, [cache, client, id, isAllowed]);
}
