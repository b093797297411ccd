import { MOST_MAILS_COUNTED } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { countUnsentMails } from './queries.ts';

export function mailRoutes({ db, isSetUp }: { db: Db; isSetUp: boolean }): Handlers['mails'] {
  return {
    outbox: async () => ({ isSetUp, ...(await countUnsentMails(db, MOST_MAILS_COUNTED)) }),
  };
}
