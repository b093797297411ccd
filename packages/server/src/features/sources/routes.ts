import type { Handlers } from '../../http/mount.ts';
import { deleteSource } from './deletion.ts';
import { changeSource, createSource, endPauses, listSources, type Sources } from './sources.ts';

export function sourceRoutes(sources: Sources): Handlers['sources'] {
  return {
    list: () => listSources(sources),
    create: (input) => createSource(sources, input),
    change: ({ id, ...changes }) => changeSource(sources, id, changes),
    endPauses: ({ id }) => endPauses(sources, id),
    delete: (input) => deleteSource(sources, input),
  };
}
