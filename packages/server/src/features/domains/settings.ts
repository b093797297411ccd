import type { DomainConfig } from '@vesper/contract';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../lib/app-error.ts';
import { colourNotes } from './colour-notes.ts';
import { ensureDefaultDomain } from './domains.ts';
import { applyFields, hostName } from './fields.ts';
import {
  type DomainRow,
  deleteDomain,
  insertDomain,
  lockDomain,
  selectDomains,
  updateDomain,
} from './queries.ts';
import { domainColumns, domainConfig } from './view.ts';

/** PostgreSQL's unique_violation. */
const UNIQUE_VIOLATION = '23505';

export interface SavedDomain {
  config: DomainConfig;
  /** A sentence for each adjustment that pages make to its colours. */
  notes: string[];
}

export interface ListedDomain {
  config: DomainConfig;
  isDefault: boolean;
}

/** All domains, the default one first; it is made if there is none yet. */
export async function listDomains(db: Db): Promise<ListedDomain[]> {
  await ensureDefaultDomain(db);
  return (await selectDomains(db)).map((row) => ({ config: domainConfig(row), isDefault: row.is_default }));
}

/** The domain of that name, or the default one where none is named. Throws not_found. */
export async function getDomain(db: Db, name: string | undefined): Promise<DomainConfig> {
  const domains = await listDomains(db);
  const wanted = name === undefined ? undefined : hostName(name);
  const found = domains.find(({ config, isDefault }) => (wanted ? config.domain === wanted : isDefault));
  if (!found) throw unknownDomain(wanted);
  return found.config;
}

/** Adds a domain that is like the default one but for the fields given, each as `name=value`. */
export async function addDomain(db: Db, name: string, fields: readonly string[]): Promise<SavedDomain> {
  const { seo, ...shared } = await getDomain(db, undefined);
  // The proof of ownership is of the other name.
  const { googleVerification: _other, ...seoWords } = seo;
  const config = applyFields({ ...shared, seo: seoWords, domain: hostName(name) }, fields);
  const added = await insertDomain(db, domainColumns(config), { isDefault: false });
  if (!added) throw takenDomain(config.domain);
  return { config, notes: colourNotes(config.theme) };
}

/** Changes fields of a domain, each given as `name=value`. */
export function changeDomain(db: Db, name: string, fields: readonly string[]): Promise<SavedDomain> {
  return db.transaction().execute(async (tx) => {
    const row = await lockNamed(tx, name);
    const config = applyFields(domainConfig(row), fields);
    await updateDomain(tx, row.id, domainColumns(config)).catch((error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? takenDomain(config.domain) : error;
    });
    return { config, notes: colourNotes(config.theme) };
  });
}

/** Removes a domain: its name is answered by the default one from then on, which cannot be removed. */
export function removeDomain(db: Db, name: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const row = await lockNamed(tx, name);
    if (row.is_default) {
      throw new AppError(
        'conflict',
        `${row.domain} is the default domain, which answers for all other names: it stays.`,
      );
    }
    await deleteDomain(tx, row.id);
  });
}

async function lockNamed(db: Db, name: string): Promise<DomainRow> {
  await ensureDefaultDomain(db);
  const wanted = hostName(name);
  const row = await lockDomain(db, wanted);
  if (!row) throw unknownDomain(wanted);
  return row;
}

function unknownDomain(name: string | undefined): AppError {
  return new AppError('not_found', `There is no domain ${name}: "domain list" shows all.`);
}

function takenDomain(name: string): AppError {
  return new AppError('conflict', `There is a domain ${name} already.`);
}
