export { createDomainDirectory, ensureDefaultDomain } from './domains.ts';
export { listFields } from './fields.ts';

export {
  addDomain,
  changeDomain,
  getDomain,
  listDomains,
  removeDomain,
  type SavedDomain,
} from './settings.ts';
