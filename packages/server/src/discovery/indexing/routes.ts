import type { Db } from '../../kernel/db/pool.ts';
import type { Handlers } from '../../kernel/http/mount.ts';
import { isGone } from './gone.ts';

export function indexingRoutes(db: Db): Handlers['indexing'] {
  return { gone: async (wanted) => ({ gone: await isGone(db, wanted) }) };
}
