import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient, useDomainConfig } from '../data/client-context.tsx';
import type { FoundPage } from '../shell/page.ts';
import { headTags } from './head.ts';
import { replaceHead } from './write-head.ts';

/** Keeps the browser's head in step with the page shown, and tells screen readers the title of a new page. */
export function DocumentHead({ found }: { found: FoundPage }) {
  const cache = useQueryClient();
  const client = useClient();
  const { config } = useDomainConfig();
  const { page, params, search } = found;
  // Subscribes to the page's answers; `describe` reads them from the cache.
  useQueries({ queries: page.queries({ client, params, search }) });
  const describe = () =>
    page.describe({ client, cache, config, params, search, origin: location.origin })?.head;

  const written = useRef<string>(undefined);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const head = describe();
    if (!head) return;
    const tags = headTags(head, config);
    const text = JSON.stringify(tags);
    const isFirst = written.current === undefined;
    if (text === written.current) return;
    written.current = text;
    if (isFirst) return;
    replaceHead(tags);
    setAnnounced(head.title);
  });
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
