import { type ComponentType, useEffect, useState } from 'react';
import type { Page } from './page.ts';
import type { FoundRoute } from './route.ts';

interface HeadPlaceProps {
  page: Page;
  found: FoundRoute;
  /** The page that the document was served with. */
  isServed?: boolean | undefined;
}

type Head = ComponentType<Pick<HeadPlaceProps, 'page' | 'found'>>;

/** The served head fits the first page; the code that writes other heads is loaded with the next page. */
export function HeadPlace({ page, found, isServed }: HeadPlaceProps) {
  const [DocumentHead, setDocumentHead] = useState<Head>();
  useEffect(() => {
    if (isServed) return;
    import('./document-head.tsx').then(
      (module) => setDocumentHead(() => module.DocumentHead),
      () => {},
    );
  }, [isServed]);
  return DocumentHead && <DocumentHead page={page} found={found} />;
}
