import type { DmcaFilter, DmcaRequest, DmcaSummary } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import { type CaseParts, openerOf } from '../cases/index.ts';
import {
  type ListedRequest,
  type RequestRow,
  requestExists,
  selectListedRequest,
  selectRequest,
  selectRequests,
} from './request-queries.ts';
import { openedRow } from './sealed-notice.ts';
import { type RequestView, toRequest, toSummary } from './view.ts';

type Sealed = Pick<CaseParts, 'db' | 'keys'>;

const UNKNOWN = 'This request does not exist.';

export interface WhichRequests {
  status: DmcaFilter;
  before?: string | undefined;
  limit: number;
}

/** The requests, newest first. Throws not_found if `before` does not exist. */
export async function listRequests(
  { db, keys }: Sealed,
  which: WhichRequests,
  view: RequestView,
): Promise<DmcaRequest[]> {
  return (await rowsOf(db, which)).map((row) => toRequest(openedRow(row, openerOf(keys, row)), view));
}

/** The same without anything that persons wrote. */
export async function listSummaries(
  { db, keys }: Sealed,
  which: WhichRequests,
  view: RequestView,
): Promise<DmcaSummary[]> {
  return (await rowsOf(db, which)).map((row) => toSummary(openedRow(row, openerOf(keys, row)), view));
}

async function rowsOf(db: Db, { status, before, limit }: WhichRequests): Promise<ListedRequest[]> {
  if (before !== undefined && !(await requestExists(db, before))) throw new AppError('not_found', UNKNOWN);
  return selectRequests(db, { status: status === 'all' ? undefined : status, before, limit });
}

/** Throws not_found. */
export async function getRequest({ db, keys }: Sealed, id: string, view: RequestView): Promise<DmcaRequest> {
  const row = await requireListed(db, id);
  return toRequest(openedRow(row, openerOf(keys, row)), view);
}

/** Throws not_found. */
export async function getSummary({ db, keys }: Sealed, id: string, view: RequestView): Promise<DmcaSummary> {
  const row = await requireListed(db, id);
  return toSummary(openedRow(row, openerOf(keys, row)), view);
}

async function requireListed(db: Db, id: string): Promise<ListedRequest> {
  const row = await selectListedRequest(db, id);
  if (!row) throw new AppError('not_found', UNKNOWN);
  return row;
}

/** Throws not_found. */
export async function requireRequest(db: Db, id: string): Promise<RequestRow> {
  const row = await selectRequest(db, id);
  if (!row) throw new AppError('not_found', UNKNOWN);
  return row;
}
