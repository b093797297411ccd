export {
  createDomainDirectory,
  type DomainDirectory,
  ensureDefaultDomain,
  ownsTheRest,
  type Share,
} from './domains.ts';
export { createPageSites, domainOf, OTHER_HOSTS } from './page-sites.ts';
export { selectFirstDomainAt, shareOwner } from './queries.ts';
