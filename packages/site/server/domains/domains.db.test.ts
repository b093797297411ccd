import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandParts, commands } from '../../../app/commands/commands.ts';
import { startTestSite, type TestSite } from '../../../test/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
});
afterAll(() => site.close());

async function vesper(words: string, ...operands: string[]): Promise<string[]> {
  const printed: string[] = [];
  const { base, connection } = site;
  const print = (line: string) => void printed.push(line);
  await commands.get(words)?.run({ ...commandParts(base, connection), operands, options: {}, print });
  return printed;
}

function configOf(host: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    request(`${site.url}/api/domain-config`, { headers: { host } }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(JSON.parse(text));
    })
      .on('error', reject)
      .end();
  });
}

describe('script/vesper domain', () => {
  test('adds, changes and removes a domain, as its visitors see it', async () => {
    await vesper('domain set', 'localhost', 'legal.operator=Vesper Ltd', 'seo.googleVerification=abc');
    const added = await vesper('domain add', 'Added.Test', 'siteName=Added', 'legal.updatedOn=2026-11-30');
    expect(added.at(-1)).toBe('Still to write: tagline, description, keywords, default description.');
    await expect
      .poll(() => configOf('added.test'))
      .toMatchObject({
        domain: 'added.test',
        siteName: 'Added',
        brandName: 'Added',
        contactEmail: 'contact@added.test',
        deterrents: true,
        seo: {
          titleTemplate: '%s | Added',
          defaultTitle: 'Added: free videos for adults',
          defaultDescription: 'Watch free videos without an account. 18+ only.',
        },
        legal: { operator: 'Vesper Ltd', agentFeeUsd: 105, updatedOn: '2026-11-30' },
      });
    await vesper('domain set', 'added.test', 'domain=moved.test', 'deterrents=no', 'keywords=a, b');
    await expect
      .poll(() => configOf('moved.test'))
      .toMatchObject({
        domain: 'moved.test',
        siteName: 'Added',
        deterrents: false,
        keywords: ['a', 'b'],
      });
    expect(await vesper('domain list')).toHaveLength(2);
    await vesper('domain remove', 'moved.test');
    expect(await vesper('domain list')).toHaveLength(1);
    await expect(vesper('domain show', 'moved.test')).rejects.toThrow(
      'Unknown domain moved.test: "domain list" shows all.',
    );
  });
});
