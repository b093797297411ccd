import type { Client, Domain } from '@vesper/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSite, type TestSite } from '../../../test/site.ts';
import { removeDomainById } from './settings.ts';

let site: TestSite;
let admin: Client;
beforeAll(async () => {
  site = await startTestSite();
  admin = await site.admin();
});
afterAll(() => site.close());

const defaultDomain = async (): Promise<Domain> => {
  const found = (await admin.domainSettings.list()).find(({ isDefault }) => isDefault);
  if (!found) throw new Error('There is no default domain.');
  return found;
};

test("the address must be the domain's, only scheme and host", async () => {
  const { config } = await defaultDomain();
  const create = (domain: string, address: string) =>
    admin.domainSettings.create({ config: { ...config, domain, address } });
  for (const address of ['videos.test', 'https://videos.test/', 'https://a@videos.test', 'ftp://videos.test'])
    await expect(create('videos.test', address), address).rejects.toMatchObject({
      status: 400,
      fields: { 'config.address': expect.stringContaining('just the scheme and host') },
    });
  for (const address of ['https://other.test', 'https://videos.test:99999', 'https://999.999.999.999'])
    await expect(create('videos.test', address), address).rejects.toMatchObject({
      status: 400,
      fields: { 'config.address': 'It must be an address of videos.test, such as https://videos.test.' },
    });
  const made = await create('Videos.test', 'https://videos.test:443');
  expect(made.config).toMatchObject({ domain: 'videos.test', address: 'https://videos.test' });
  const { id, version } = made;
  const renamed = admin.domainSettings.change({
    ...{ id, version },
    config: { ...made.config, domain: 'renamed.test' },
  });
  await expect(renamed).rejects.toMatchObject({ status: 400 });
  const { address: _former, ...unaddressed } = made.config;
  const changed = await admin.domainSettings.change({ id, version, config: unaddressed });
  expect(changed.config.address).toBeUndefined();
});

test('the default domain stays; another goes, once the password has been given', async () => {
  const { id, config } = await defaultDomain();
  const made = await admin.domainSettings.create({ config: { ...config, domain: 'gone.test' } });
  const unconfirmed = await site.admin({ isConfirmed: false });
  await expect(unconfirmed.domainSettings.remove({ id: made.id })).rejects.toMatchObject({
    code: 'password_required',
  });
  await expect(removeDomainById(site.base.db, id)).rejects.toMatchObject({ code: 'conflict' });
  await removeDomainById(site.base.db, made.id);
  await expect(admin.domainSettings.get({ id: made.id })).rejects.toMatchObject({ status: 404 });
});

test('blocked keywords are not saved, and those saved before are not shown', async () => {
  const { id, version, config } = await defaultDomain();
  await admin.domainSettings.change({ id, version, config: { ...config, keywords: ['waves', 'grubnix'] } });
  expect((await site.client.domains.config()).keywords).toEqual(['waves', 'grubnix']);
  await admin.refusals.add({ language: 'en', terms: ['grubnix'] });
  await expect.poll(async () => (await site.client.domains.config()).keywords).toEqual(['waves']);
  const change = { id, version: version + 1, config: { ...config, keywords: ['gr.ub.nix'] } };
  await expect(admin.domainSettings.change(change)).rejects.toMatchObject({
    status: 400,
    fields: { 'config.keywords': expect.stringContaining('a blocked term') },
  });
});
