import type { Handlers } from '@vesper/core/http/mount.ts';
import { auditedSource, getSource, type Sources } from '../sources/index.ts';
import { deleteSource } from './deletion.ts';

export function withdrawalRoutes(sources: Sources): Pick<Handlers['sources'], 'delete'> {
  return {
    delete: async (input, { act }) => {
      const before = await getSource(sources, input.id);
      act.changed({ subject: before.name, before: auditedSource(before) });
      return deleteSource(sources, input);
    },
  };
}
