import { createContext, useContext } from 'react';
import type { PageFinder } from './page.ts';

/** Which page an address names; given by the app, so that shared parts need not import the pages. */
export const PageFinderContext = createContext<PageFinder | undefined>(undefined);

export function usePageFinder(): PageFinder {
  const find = useContext(PageFinderContext);
  if (!find) throw new Error('usePageFinder is used outside the app.');
  return find;
}
