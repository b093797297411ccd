import { createHash, createHmac } from 'node:crypto';
import { type DomainConfig, publicOrigin, type SecondReview } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { KeyFolder } from '../../kernel/lib/files/key-folder.ts';
import { createDomainDirectory } from '../../site/domains/index.ts';
import { type CaseRow, lockCase, selectCase } from './case-queries.ts';

/** What cases are worked with. */
export interface CaseParts {
  db: Db;
  queue: Queue;
  clock: Clock;
  keys: KeyFolder;
  config: {
    /** What needs a second administrator. */
    secondReview: readonly SecondReview[];
    /** Kinds that hide what they name before they are confirmed, besides those that always do. */
    hideOnReceipt: readonly string[];
    /** Without a mail server nobody can confirm a mailbox. */
    smtp?: unknown;
  };
  caseLinks: CaseLinks;
  /** The configuration of a host name; the default domain's for unknown names. */
  configFor(hostname: string): Promise<DomainConfig>;
}

/** The same as the site composes it. */
export type CaseDeps = Omit<CaseParts, 'configFor'> & { domains: Pick<CaseParts, 'configFor'> };

export function casePartsOf<Deps extends CaseDeps>({ domains, ...parts }: Deps) {
  return { ...parts, configFor: domains.configFor };
}

/** For jobs, which read the domains again. */
export function withDomains<Parts extends Omit<CaseParts, 'configFor'>>(parts: Parts) {
  return { ...parts, configFor: createDomainDirectory(parts.db).configFor };
}

/** The site that received a case; the default domain for one of which that is not known. */
export function domainOf(
  { configFor }: Pick<CaseParts, 'configFor'>,
  { domain }: Pick<CaseRow, 'domain'>,
): Promise<DomainConfig> {
  return configFor(domain ?? '');
}

/** Reads a case. Throws not_found. */
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
 * The secrets in a case's links, derived from its id, so that every mail can name them, and stored only as hashes. One
 * who knows the private page need not own the mailbox: the link that confirms it is another. `listensAt`: the site's
 * port.
 */
export function createCaseLinks(key: Buffer, listensAt?: number) {
  const secret = (purpose: string, caseId: string) =>
    createHmac('sha256', key).update(`${purpose}\n${caseId}`).digest('base64url');
  return {
    status: (caseId: string) => secret('status', caseId),
    confirm: (caseId: string) => secret('confirm', caseId),
    /** Where links in mails lead. */
    origin: (domain: DomainConfig) => publicOrigin(domain, listensAt),
  };
}

export type CaseLinks = ReturnType<typeof createCaseLinks>;

export function linkHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
