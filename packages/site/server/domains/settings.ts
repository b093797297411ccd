import { type DomainConfig, newDomainConfig } from '@vesper/contract';
import type { Db } from '@vesper/core/db/pool.ts';
import { collisionOf } from '@vesper/core/db/transaction.ts';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { refuseOutdated } from '@vesper/core/lib/refuse-outdated.ts';
import { colourNotes } from './colour-notes.ts';
import { ensureDefaultDomain } from './domains.ts';
import { applyFields, hostName } from './fields.ts';
import {
  type DomainRow,
  deleteDomain,
  insertDomain,
  lockDomain,
  lockDomainById,
  lockOwners,
  selectCategoryOwners,
  selectDomainById,
  selectDomains,
  updateDomain,
} from './queries.ts';
import { domainColumns, domainConfig } from './view.ts';

export interface SavedDomain {
  config: DomainConfig;
  notes: string[];
}

/** The default first; created if missing. */
export async function listDomains(db: Db): Promise<{ config: DomainConfig; isDefault: boolean }[]> {
  await ensureDefaultDomain(db);
  return (await selectDomains(db)).map((row) => ({ config: domainConfig(row), isDefault: row.is_default }));
}

/** Without a name, the default. Throws not_found. */
export async function getDomain(db: Db, name: string | undefined): Promise<DomainConfig> {
  const domains = await listDomains(db);
  const wanted = name === undefined ? undefined : hostName(name);
  const found = domains.find(({ config, isDefault }) => (wanted ? config.domain === wanted : isDefault));
  if (!found) throw unknownDomain(wanted);
  return found.config;
}

/** With the default's colours and switches, and the given `name=value`. */
export async function addDomain(db: Db, name: string, fields: readonly string[]): Promise<SavedDomain> {
  const model = await getDomain(db, undefined);
  const given = (field: string) =>
    fields.findLast((one) => one.startsWith(`${field}=`))?.slice(field.length + 1);
  const names = { domain: hostName(name), siteName: given('siteName'), brandName: given('brandName') };
  const config = namedConfig(applyFields(newDomainConfig(model, names), fields));
  await addNamed(db, config);
  return { config, notes: colourNotes(config.theme) };
}

export function changeDomain(db: Db, name: string, fields: readonly string[]): Promise<SavedDomain> {
  return db.transaction().execute(async (tx) => {
    const row = await lockNamed(tx, name);
    const config = namedConfig(applyFields(domainConfig(row), fields));
    await requireFree(tx, config, row.id);
    await saveDomain(tx, row.id, config);
    return { config, notes: colourNotes(config.theme) };
  });
}

/** The default then serves its host name, and cannot itself be removed. */
export function removeDomain(db: Db, name: string): Promise<void> {
  return db.transaction().execute(async (tx) => removeLocked(tx, await lockNamed(tx, name)));
}

export async function findDomain(db: Db, id: string): Promise<DomainRow> {
  const row = await selectDomainById(db, id);
  if (!row) throw new AppError('not_found', NO_SUCH_DOMAIN);
  return row;
}

/** Locked. Throws not_found. */
export async function requireDomain(tx: Db, id: string): Promise<DomainRow> {
  const row = await lockDomainById(tx, id);
  if (!row) throw new AppError('not_found', NO_SUCH_DOMAIN);
  return row;
}

/** Throws bad_request or conflict. */
export function createDomain(db: Db, config: DomainConfig): Promise<DomainRow> {
  return addNamed(db, namedConfig(config));
}

function addNamed(db: Db, config: DomainConfig): Promise<DomainRow> {
  return db.transaction().execute(async (tx) => {
    await requireFree(tx, config);
    const row = await insertDomain(tx, domainColumns(config), { isDefault: false });
    if (!row) throw takenDomain(config.domain);
    return row;
  });
}

/** Throws not_found, bad_request, or conflict (the name is taken, or the version has changed). */
export function replaceDomain(
  db: Db,
  id: string,
  { version, config }: { version: number; config: DomainConfig },
): Promise<{ before: DomainRow; after: DomainRow }> {
  return db.transaction().execute(async (tx) => {
    const before = await requireDomain(tx, id);
    refuseOutdated(version, before.version, changedSince('nothing was saved'));
    const named = namedConfig(config);
    await requireFree(tx, named, id);
    const after = await saveDomain(tx, id, named);
    return { before, after };
  });
}

export function removeDomainById(db: Db, id: string, version?: number): Promise<DomainRow> {
  return db.transaction().execute(async (tx) => {
    const row = await requireDomain(tx, id);
    refuseOutdated(version, row.version, changedSince('it was not removed'));
    await removeLocked(tx, row);
    return row;
  });
}

/** Normalizes host names as browsers send them. Throws bad_request unless the address is the domain's own. */
function namedConfig(config: DomainConfig): DomainConfig {
  const domain = hostName(config.domain);
  if (!config.address) return { ...config, domain };
  const url = URL.canParse(config.address) ? new URL(config.address) : undefined;
  if (url?.hostname === domain) return { ...config, domain, address: url.origin };
  throw new AppError('bad_request', `The address must be one of ${domain}, such as https://${domain}.`, {
    'config.address': `It must be an address of ${domain}, such as https://${domain}.`,
  });
}

/** Throws bad_request unless the categories exist and are free; locks them. */
async function requireFree(
  tx: Db,
  { ownedCategories: names = [] }: DomainConfig,
  exceptId = '',
): Promise<void> {
  if (names.length === 0) return;
  await lockOwners(tx);
  const found = await selectCategoryOwners(tx, { names, exceptId });
  const owners = new Map(found.map(({ name, owner }) => [name, owner]));
  for (const name of names) {
    const owner = owners.get(name);
    if (owner === null) continue;
    const problem =
      owner === undefined
        ? `The category ${name} does not exist.`
        : `The category ${name} belongs to ${owner}.`;
    throw new AppError('bad_request', problem, { 'config.ownedCategories': problem });
  }
}

const NO_SUCH_DOMAIN = 'This domain no longer exists.';

function changedSince(consequence: string): string {
  return `Another administrator has changed this domain since you opened it, so ${consequence}. Reload to see the changes.`;
}

async function saveDomain(tx: Db, id: string, config: DomainConfig): Promise<DomainRow> {
  try {
    return await updateDomain(tx, id, domainColumns(config));
  } catch (error) {
    throw collisionOf(error) === 'unique' ? takenDomain(config.domain) : error;
  }
}

async function removeLocked(tx: Db, row: DomainRow): Promise<void> {
  if (row.is_default) {
    throw new AppError(
      'conflict',
      `${row.domain} is the default domain, which serves all other host names, and cannot be removed.`,
    );
  }
  await deleteDomain(tx, row.id);
}

async function lockNamed(db: Db, name: string): Promise<DomainRow> {
  await ensureDefaultDomain(db);
  const wanted = hostName(name);
  const row = await lockDomain(db, wanted);
  if (!row) throw unknownDomain(wanted);
  return row;
}

function unknownDomain(name: string | undefined): AppError {
  return new AppError('not_found', `Unknown domain ${name}: "domain list" shows all.`);
}

function takenDomain(name: string): AppError {
  return new AppError('conflict', `The domain ${name} already exists.`);
}
