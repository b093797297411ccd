import { expect, test } from 'vitest';
import { DomainConfig, FALLBACK_DOMAIN_CONFIG } from './domains.ts';
import { newDomainConfig, unwrittenWords } from './new-domain.ts';

const { seo, legal, ...fallback } = FALLBACK_DOMAIN_CONFIG;
const model: DomainConfig = {
  ...{ ...fallback, domain: 'old.example', siteName: 'Old Charts', brandName: 'OldCharts' },
  ...{ tagline: 'Old Charts', description: 'Old test charts.', keywords: ['old charts'] },
  contactEmail: 'desk@old.example',
  theme: { primary: '#112233', accent: '#445566', default: 'light' },
  seo: { ...seo, titleTemplate: '%s - Old Charts', defaultTitle: 'Old', googleVerification: 'old-token' },
  discovery: { aiTraining: true },
  deterrents: false,
  legal: { ...legal, operator: 'Chart Company', updatedOn: '2026-11-01' },
};

test('a new domain copies only colours, switches and the operator from its model', () => {
  const made = newDomainConfig(model, { domain: 'night-films.example' });
  expect(DomainConfig.parse(made)).toEqual(made);
  expect(made).toMatchObject({
    domain: 'night-films.example',
    siteName: 'Night Films',
    brandName: 'Night Films',
    tagline: '',
    contactEmail: 'contact@night-films.example',
    seo: { titleTemplate: '%s | Night Films', defaultTitle: 'Night Films: free videos for adults' },
    ...{ theme: model.theme, discovery: model.discovery, deterrents: false, legal: model.legal },
  });
  expect(JSON.stringify(made)).not.toMatch(/old/i);
  expect(unwrittenWords(made)).toEqual(['Tagline', 'Description', 'Keywords', 'Default description']);
  expect(unwrittenWords(model)).toEqual(['Default description']);
});

test.each([
  [{ domain: 'films.example', siteName: ' Evening Charts ' }, 'Evening Charts', 'Evening Charts'],
  [{ domain: 'films.example', siteName: 'Evening Charts', brandName: 'EC' }, 'Evening Charts', 'EC'],
  [{ domain: 'xn--bcher-kva.example' }, 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
])('%j is called %s, or %s in the header', (names, siteName, brandName) => {
  expect(newDomainConfig(model, names)).toMatchObject({ siteName, brandName });
});
