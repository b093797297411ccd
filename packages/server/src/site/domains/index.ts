export { createDomainDirectory, ensureDefaultDomain } from './domains.ts';
export { addDomain } from './settings.ts';
