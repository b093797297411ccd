export { createDomainDirectory, type DomainDirectory, ensureDefaultDomain } from './domains.ts';
export { domainRoutes } from './routes.ts';
