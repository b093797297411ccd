import type { BlockEntry } from '@vesper/contract';
import type { AdminContext, Handlers } from '@vesper/core/http/mount.ts';
import { addBlock, listBlocks, removeBlock } from './entries.ts';
import {
  type BlockListDeps,
  finishImport,
  importLines,
  listLists,
  removeList,
  startImport,
  stopImport,
} from './imports.ts';

export function blockListRoutes(deps: BlockListDeps): Handlers['blockList'] {
  const { db } = deps;
  return {
    list: (query) => listBlocks(db, query),
    async add(block, { actor, act }: AdminContext) {
      const added = await addBlock(deps, block, actor.username);
      act.changed({ subject: added.entry.id, after: withoutReason(added.entry) });
      return added;
    },
    async remove({ id }, { act }) {
      const { message, entry } = await removeBlock(deps, id);
      act.changed({ subject: id, before: withoutReason(entry) });
      return { message };
    },
    lists: () => listLists(db),
    startImport: (list, { actor }) => startImport(deps, list, actor.username),
    importLines: (lines) => importLines(deps, lines),
    finishImport: ({ id }) => finishImport(deps, id),
    stopImport: ({ id }) => stopImport(deps, id),
    async removeList({ id }, { act }) {
      const message = await removeList(deps, id);
      act.changed({ subject: id });
      return { message };
    },
  };
}

/** The audit log is permanent, and a reason may name a person. */
function withoutReason({ reason: _, ...entry }: BlockEntry): Omit<BlockEntry, 'reason'> {
  return entry;
}
