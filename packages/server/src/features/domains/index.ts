export { createDomainDirectory, ensureDefaultDomain } from './domains.ts';
export { domainRoutes } from './routes.ts';
