import { type AUTO_LINK_LIMITS, DEFAULT_AUTO_LINK_LIMIT } from '@vesper/contract';
import { useState } from 'react';
import { useAdminMutation } from '../../data/use-admin-mutation.ts';

export type AutoLinkLimit = (typeof AUTO_LINK_LIMITS)[number];

/** The chosen limit, and the action that links videos up to it. */
export function useAutoLink() {
  const [limit, setLimit] = useState<AutoLinkLimit>(DEFAULT_AUTO_LINK_LIMIT);
  const { run, isRunning } = useAdminMutation({
    run: (client, id: string) => client.keywords.autoLink({ id, limit }),
    failure: 'Failed to auto-link videos',
    success: ({ linkedCount, totalCount }) => ({
      title: `Linked ${linkedCount} videos to keyword`,
      ...(linkedCount === 0 ? { description: formatNothingNew(totalCount, limit) } : {}),
    }),
  });
  return { limit, setLimit, run, isRunning };
}

function formatNothingNew(total: number, limit: number): string {
  const linked = total === 1 ? '1 video is' : `${total} videos are`;
  return total >= limit ? `${linked} linked already.` : `No others match its words; ${linked} linked.`;
}
