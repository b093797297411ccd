import type { DmcaFilter, DmcaRequest } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type CaseParts, openSeal } from '../cases/index.ts';
import {
  type RequestRow,
  requestExists,
  selectListedRequest,
  selectRequest,
  selectRequests,
} from './request-queries.ts';
import { openedRow } from './sealed-notice.ts';
import { type RequestView, toRequest } from './view.ts';

type Sealed = Pick<CaseParts, 'db' | 'keys'>;

const UNKNOWN = 'This request does not exist.';

/** The requests, newest first. Throws not_found if `before` does not exist. */
export async function listRequests(
  { db, keys }: Sealed,
  { status, before, limit }: { status: DmcaFilter; before?: string | undefined; limit: number },
  view: RequestView,
): Promise<DmcaRequest[]> {
  if (before !== undefined && !(await requestExists(db, before))) throw new AppError('not_found', UNKNOWN);
  const rows = await selectRequests(db, { status: status === 'all' ? undefined : status, before, limit });
  return rows.map((row) => toRequest(openedRow(row, openSeal(keys, row)), view));
}

/** Throws not_found. */
export async function getRequest({ db, keys }: Sealed, id: string, view: RequestView): Promise<DmcaRequest> {
  const row = await selectListedRequest(db, id);
  if (!row) throw new AppError('not_found', UNKNOWN);
  return toRequest(openedRow(row, openSeal(keys, row)), view);
}

/** Throws not_found. */
export async function requireRequest(db: Db, id: string): Promise<RequestRow> {
  const row = await selectRequest(db, id);
  if (!row) throw new AppError('not_found', UNKNOWN);
  return row;
}
