import { apiDocumentCalls } from './api-document.ts';
import { domainSettingsCalls } from './domain-settings.ts';
import { domainsCalls } from './domains.ts';
import { mailsCalls } from './mails.ts';
import { operationCalls } from './operation.ts';
import { settingsCalls } from './settings.ts';
import { statisticsCalls } from './statistics.ts';

export * from './api-document.ts';
export * from './domain-settings.ts';
export * from './domains.ts';
export * from './embedding.ts';
export * from './mails.ts';
export * from './new-domain.ts';
export * from './operation.ts';
export * from './settings.ts';
export * from './site-origin.ts';
export * from './statistics.ts';

export const siteGroups = {
  domains: domainsCalls,
  mails: mailsCalls,
  operation: operationCalls,
  statistics: statisticsCalls,
  domainSettings: domainSettingsCalls,
  settings: settingsCalls,
  apiDocument: apiDocumentCalls,
} as const;

/** Paths of its back-office pages. */
export const sitePages = {
  domains: '/admin/domains',
  domain: '/admin/domains/:id',
  settings: '/admin/settings',
} as const;
