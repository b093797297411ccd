import type { Db } from '@vesper/core/db/pool.ts';
import type { Handlers } from '@vesper/core/http/mount.ts';
import { listRunLedger, sumUpSource, why } from './ledger.ts';

export function ledgerRoutes(db: Db): Handlers['ledger'] {
  return {
    why: ({ url }) => why(db, url),
    ofRun: (query) => listRunLedger(db, query),
    ofSource: ({ id }) => sumUpSource(db, id),
  };
}
