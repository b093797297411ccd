import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { selectUploads } from './queries.ts';
import { changeDraft } from './uploads.ts';
import { toUpload } from './view.ts';

export function uploadsRoutes({ db }: { db: Db }): Handlers['uploads'] {
  return {
    async list({ state, before, limit }) {
      const rows = await selectUploads(db, { state, before, limit: limit + 1 });
      const uploads = rows.slice(0, limit).map(toUpload);
      return { uploads, next: rows.length > limit ? (uploads.at(-1)?.id ?? null) : null };
    },
    async change({ id, ...change }, { act }) {
      const { before, after } = await changeDraft(db, id, change);
      act.changed({ subject: id, before: { draft: before.draft }, after: { draft: after.draft } });
      return toUpload(after);
    },
  };
}
