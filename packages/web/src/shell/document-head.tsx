import { isOwnHost, siteOrigin } from '@vesper/contract';
import { useEffect, useReducer, useRef, useState } from 'react';
import type { Answers } from '../data/answers.ts';
import { useClient, useDomainConfig } from '../data/client-context.tsx';
import { useAnswers } from '../data/use-answer.ts';
import { headTags } from '../head/head.ts';
import { replaceHead } from '../head/write-head.ts';
import type { Describe, Page } from './page.ts';
import type { FoundRoute } from './route.ts';

/** Also announces a new page's title to screen readers. */
export function DocumentHead({ page, found }: { page: Page; found: FoundRoute }) {
  const cache = useAnswers();
  const client = useClient();
  const { config } = useDomainConfig();
  const { params, search } = found;
  const describe = useDescribe(page);
  useLatestAnswers(cache);

  const written = useRef('');
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const origin = siteOrigin(config, location.origin);
    const head = describe?.({ client, cache, config, params, search, origin })?.head;
    if (!head) return;
    document.documentElement.lang = head.lang ?? 'en';
    const tags = headTags(head, config, { isForeign: !isOwnHost(config, location.origin) });
    const text = JSON.stringify(tags);
    if (text === written.current) return;
    written.current = text;
    replaceHead(tags);
    setAnnounced(head.title);
  });
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}

/** `describe` reads the answers from the cache. */
function useLatestAnswers(cache: Answers): void {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => cache.watchAll(renderAgain), [cache]);
}

function useDescribe(page: Page): Describe | undefined {
  const [loaded, setLoaded] = useState<{ page: Page; describe: Describe }>();
  useEffect(() => {
    let isCurrent = true;
    page.loadDescribe().then(
      (describe) => {
        if (isCurrent) setLoaded({ page, describe });
      },
      // The previous page's head stays; the page itself shows.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [page]);
  return loaded?.page === page ? loaded.describe : undefined;
}
