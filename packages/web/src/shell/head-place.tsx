import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { Page } from './page.ts';
import type { FoundRoute } from './route.ts';

type Head = ComponentType<{ page: Page; found: FoundRoute }>;

/** The served head is right for the first page; what writes another is fetched with the first page after it. */
export function HeadPlace({ page, found }: { page: Page; found: FoundRoute }) {
  const served = useRef(found);
  const [DocumentHead, setDocumentHead] = useState<Head>();
  const isWanted = found !== served.current;
  useEffect(() => {
    if (!isWanted) return;
    import('../head/document-head.tsx').then(
      (module) => setDocumentHead(() => module.DocumentHead),
      () => {},
    );
  }, [isWanted]);
  return DocumentHead && <DocumentHead page={page} found={found} />;
}
