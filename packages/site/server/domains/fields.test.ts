import { FALLBACK_DOMAIN_CONFIG } from '@vesper/contract';
import { AppError } from '@vesper/core/lib/app-error.ts';
import { describe, expect, it } from 'vitest';
import { applyFields, hostName, listFields } from './fields.ts';

const config = FALLBACK_DOMAIN_CONFIG;

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
    expect((error as AppError).code).toBe('bad_request');
    return (error as Error).message;
  }
  throw new Error('It was not refused.');
}

describe('the fields of a domain', () => {
  it('can each be set', () => {
    const changed = applyFields(config, [
      'domain=Videos.Example',
      'address=https://videos.example:8443',
      'ownedCategories=Waves, Slow Gradients',
      'siteName= Night Films ',
      'brandName=Night',
      'tagline=a=b',
      'description=Long ones.',
      'keywords=charts, slow gradients,,',
      'contactEmail=hello@videos.example',
      'theme.primary=#0AF',
      'theme.accent=#C00000',
      'theme.default=light',
      'seo.titleTemplate=%s - Night',
      'seo.defaultTitle=Night Films',
      'seo.defaultDescription=All of them.',
      'seo.googleVerification=abc_DEF-1',
      'discovery.aiTraining=yes',
      'deterrents=no',
      'embedding.sites=listed',
      'embedding.hosts=blog.example, *.Friends.example',
      'legal.operator=Night Ltd',
      'legal.agentName=A. Gent',
      'legal.agentAddress=1 Main Street\\nTown',
      'legal.agentPhone=+1 555 0100',
      'legal.agentFeeUsd=6',
      'legal.updatedOn=2026-11-30',
      'legal.governingLaw=Iceland',
      'legal.recordsCustodian=C. Keeper\\n2 Main Street',
    ]);
    expect(changed).toMatchObject({
      domain: 'videos.example',
      ownedCategories: ['Waves', 'Slow Gradients'],
      siteName: 'Night Films',
      tagline: 'a=b',
      keywords: ['charts', 'slow gradients'],
      theme: { primary: '#00aaff', accent: '#c00000', default: 'light' },
      discovery: { aiTraining: true },
      deterrents: false,
      embedding: { sites: 'listed', hosts: ['blog.example', '*.Friends.example'] },
      legal: { agentAddress: '1 Main Street\nTown', agentFeeUsd: 6, updatedOn: '2026-11-30' },
    });
    expect(listFields(changed)).toContain('legal.agentAddress=1 Main Street\\nTown');
    expect(applyFields(config, listFields(changed))).toEqual(changed);
  });

  it.each([
    ['theme.primary=purple', 'theme.primary: It must be a colour: # and six hex digits, such as #7c3aed.'],
    ['theme.default=grey', 'theme.default: It must be light or dark.'],
    ['siteName= ', 'siteName: It must not be empty.'],
    ['contactEmail=nobody', 'contactEmail: It must be an email address.'],
    [
      'seo.titleTemplate=Night',
      "seo.titleTemplate: It must contain %s, which stands for the page's own title.",
    ],
    ['embedding.sites=friends', 'embedding.sites: It must be everyone, listed or nobody.'],
    [
      'embedding.hosts=blog.example, https://blog.example/',
      'embedding.hosts.1: It must be a host such as example.org, *.example.org or localhost:8080.',
    ],
    ['siteName', '"siteName" sets nothing: write FIELD=VALUE.'],
    ['domain=a b', '"a b" is not a host name: write one such as videos.example, without a port.'],
  ])('refuse %j', (assignment, sentence) => {
    expect(refusal(() => applyFields(config, [assignment]))).toBe(sentence);
  });

  it.each(['theme', 'theme.secondary', 'constructor', '__proto__', 'theme.__proto__', 'isDefault'])(
    'do not include %s',
    (name) => {
      expect(refusal(() => applyFields(config, [`${name}=x`]))).toMatch(
        /^Unknown field .* siteName.*theme\.primary/,
      );
    },
  );
});

describe('a host name', () => {
  it.each([
    ['Videos.Example', 'videos.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['localhost', 'localhost'],
    ['[::1]', '[::1]'],
  ])('%s is %s', (given, name) => {
    expect(hostName(given)).toBe(name);
  });

  it.each(['', 'a:80', 'a/b', 'http://a', 'x@y', 'a?b', 'a#b', 'a_b.example', '.', '-a', 'a b'])(
    'is not %j',
    (given) => {
      expect(refusal(() => hostName(given))).toMatch(/is not a host name/);
    },
  );
});
