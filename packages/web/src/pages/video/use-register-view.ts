import { useEffect } from 'react';
import { useAgeConfirmed } from '../../age-gate/age-confirmed.ts';
import { videoQuery } from '../../data/catalogue-queries.ts';
import { useClient } from '../../data/client-context.tsx';
import { useAnswers } from '../../data/use-answer.ts';

/** Once per page load. */
const registered = new Set<string>();
/** The video this tab showed before; forgotten on reload. */
let before: string | undefined;

/** After the age gate. Called by the players: the page would hydrate all its children again in one task. */
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
        // Not worth disturbing the visitor.
      });
  }, [cache, client, id, isAllowed]);
}
