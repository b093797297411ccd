import { createHash, createHmac } from 'node:crypto';
import { type DomainConfig, publicOrigin, type SecondReview } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import type { RowKeys } from '@vesper/core/db/sealed/row-keys.ts';
import type { Queue } from '@vesper/core/jobs/queue.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import type { Clock } from '@vesper/core/lib/clock.ts';
import { createDomainDirectory } from '@vesper/site/domains';
import { type CaseRow, lockCase, selectCase } from './case-queries.ts';

export interface CaseParts {
  db: Db;
  queue: Queue;
  clock: Clock;
  keys: RowKeys;
  config: {
    secondReview: readonly SecondReview[];
    /** Kinds that hide before confirmation, besides those that always do. */
    hideOnReceipt: readonly string[];
    /** Without it nobody can confirm a mailbox. */
    smtp?: unknown;
  };
  caseLinks: CaseLinks;
  /** Falls back to the default domain. */
  configFor(hostname: string): Promise<DomainConfig>;
}

export type CaseDeps = Omit<CaseParts, 'configFor'> & { domains: Pick<CaseParts, 'configFor'> };

export function casePartsOf<Deps extends CaseDeps>({ domains, ...parts }: Deps) {
  return { ...parts, configFor: domains.configFor };
}

/** Jobs read the domains afresh. */
export function withDomains<Parts extends Omit<CaseParts, 'configFor'>>(parts: Parts) {
  return { ...parts, configFor: createDomainDirectory(parts.db).configFor };
}

export function domainOf(
  { configFor }: Pick<CaseParts, 'configFor'>,
  { domain }: Pick<CaseRow, 'domain'>,
): Promise<DomainConfig> {
  return configFor(domain ?? '');
}

/** Throws not_found. */
export async function findCase(db: Db, id: string): Promise<CaseRow> {
  const caseRow = await selectCase(db, id);
  if (!caseRow) throw unknownCase();
  return caseRow;
}

/** Locks a case until the transaction ends. Throws not_found. */
export async function requireCase(tx: Db, id: string): Promise<CaseRow> {
  const caseRow = await lockCase(tx, id);
  if (!caseRow) throw unknownCase();
  return caseRow;
}

export function unknownCase(): AppError {
  return new AppError('not_found', 'This case does not exist.');
}

/**
 * Derives the secrets in a case's links from its id, so that every mail can contain them; only hashes are stored. The
 * private page and the confirmation have separate links: knowing one does not prove owning the mailbox.
 */
export function createCaseLinks(key: Buffer, listensAt?: number) {
  const secret = (purpose: string, caseId: string) =>
    createHmac('sha256', key).update(`${purpose}\n${caseId}`).digest('base64url');
  return {
    status: (caseId: string) => secret('status', caseId),
    confirm: (caseId: string) => secret('confirm', caseId),
    origin: (domain: DomainConfig) => publicOrigin(domain, listensAt),
  };
}

export type CaseLinks = ReturnType<typeof createCaseLinks>;

export function linkHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
