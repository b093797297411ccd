import type { TestProject } from 'vitest/node';
import { makeMedia } from './make-media.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Filled by `makeMedia`. */
    media: string;
  }
}

/** One set of films for all test files. */
export default function provideMedia(project: TestProject): () => void {
  const media = makeMedia();
  project.provide('media', media.folder);
  return media.remove;
}
