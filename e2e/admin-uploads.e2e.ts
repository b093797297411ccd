import { readFileSync } from 'node:fs';
import path from 'node:path';
import { adminHref } from '@vesper/contract';
import { expect, test } from 'vitest';
import { startTestSite } from '../packages/test/site.ts';
import { openOffice } from './case-site.ts';

/** Of more than one part, which has at least 256 KB. */
const FILES = [...'abcde'].map((letter) => ({
  ...{ name: `${letter}.mp4`, mimeType: 'video/mp4', buffer: Buffer.alloc(400_000, letter) },
}));

test('several files arrive whole although the network is cut and the page reloaded', async () => {
  const site = await startTestSite();
  const { page, context } = await openOffice({ site, url: site.url });
  const calls = await site.admin();
  const dialog = page.getByRole('dialog');
  const choose = () => page.locator('input[type=file]').first().setInputFiles(FILES);
  const areRetrying = () => expect.poll(() => page.getByText('Retrying').count()).toBe(3);
  try {
    await page.goto(site.url + adminHref('uploads'));
    const begun = new Set<string>();
    await page.route('**/api/uploads/*', (route, request) => {
      if (request.method() !== 'PATCH') return route.continue();
      const isFirst = !begun.has(request.url());
      begun.add(request.url());
      return isFirst ? route.continue() : route.abort();
    });
    await choose();
    await dialog.getByLabel('Evidence').fill('We made them.');
    await dialog.getByRole('button', { name: 'Add source' }).click();
    await areRetrying();
    await page.getByRole('button', { name: 'Details a.mp4' }).click();
    await dialog.getByLabel('Title').fill('A grey field');
    await dialog.getByText('Saved', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const interrupted = (await calls.uploads.list({ state: 'receiving' })).uploads;
    expect(interrupted.map(({ receivedBytes }) => receivedBytes)).toEqual(Array(3).fill(256 * 1024));

    const question = page.waitForEvent('dialog').then((asked) => asked.accept());
    await page.reload();
    await question;
    await expect.poll(() => page.getByText('65% is here.').count()).toBe(3);
    await page.unrouteAll();
    await context.setOffline(true);
    await choose();
    await areRetrying();
    await context.setOffline(false);
    const arrived = async () =>
      (await calls.uploads.list()).uploads.filter(({ state }) => state === 'waiting');
    await expect.poll(async () => (await arrived()).length, { timeout: 30_000 }).toBe(FILES.length);
    const uploads = await arrived();
    expect(uploads.map(({ id }) => id)).toEqual(expect.arrayContaining(interrupted.map(({ id }) => id)));
    for (const { name, buffer } of FILES) {
      const upload = uploads.find((one) => one.name === name);
      expect(upload?.draft.title).toBe(name === 'a.mp4' ? 'A grey field' : '');
      expect(readFileSync(path.join(site.base.uploadsDirectory, upload?.id ?? '')).equals(buffer)).toBe(true);
    }
    expect((await calls.uploads.list()).uploads).toHaveLength(FILES.length);
  } finally {
    await context.close();
    await site.close();
  }
});
