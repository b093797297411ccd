export { createDomainDirectory, ensureDefaultDomain } from './domains.ts';
export { listFields } from './fields.ts';
export { domainRoutes, domainSettingsRoutes } from './routes.ts';
export {
  addDomain,
  changeDomain,
  getDomain,
  listDomains,
  removeDomain,
  type SavedDomain,
} from './settings.ts';
export { mountSiteFiles } from './site-files.ts';
