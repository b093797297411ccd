import type { DomainConfig, SecondReview } from '@vesper/contract';
import type { Db } from '../../kernel/db/pool.ts';
import type { Queue } from '../../kernel/jobs/queue.ts';
import { AppError } from '../../kernel/lib/app-error.ts';
import type { Clock } from '../../kernel/lib/clock.ts';
import type { KeyFolder } from '../../kernel/lib/files/key-folder.ts';
import { createDomainDirectory } from '../../site/domains/index.ts';
import type { CaseLinks } from './case-links.ts';
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
