import type { Locator, Page, Request } from 'playwright-core';
import { withBrokenProxy } from '../packages/web/test/broken-proxy.ts';

/** A busy machine is slow at times. */
const LONGEST_MS = 45_000;

/** What tests of the back office do on a page again and again. */
export function actsOn(page: Page, { password }: { password: string }) {
  return {
    /** As if it had been asked a moment ago, so that what cannot be undone does not ask now. */
    async givePassword(): Promise<void> {
      const status = await page.evaluate(async (given) => {
        const body = JSON.stringify({ password: given });
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/api/admin/confirm', { method: 'POST', headers, body })).status;
      }, password);
      if (status !== 200) throw new Error(`The password was answered ${status}.`);
    },
    card: (name: string) => page.getByRole('region', { name, exact: true }),
    dialog: page.getByRole('dialog'),
    button: (place: Page | Locator, name: string) => place.getByRole('button', { name, exact: true }),
    /** The toast there is, one at a time, with these texts in it. */
    async expectToast(...texts: (string | RegExp)[]): Promise<void> {
      let toast = page.locator('li.toast');
      for (const text of texts) toast = toast.filter({ hasText: text });
      await toast.first().waitFor({ timeout: LONGEST_MS });
    },
    /** Lets no call through to an address, so that there is no sentence of the site's: a proxy answers in its place. */
    withoutNetwork: (address: string, act: () => Promise<void>) => withBrokenProxy(page, address, act),
    /** How often a call was made while something was done. */
    async countCalls(method: string, end: RegExp, act: () => Promise<void>): Promise<number> {
      let count = 0;
      const watch = (request: Request) => {
        if (request.method() === method && end.test(new URL(request.url()).pathname)) count += 1;
      };
      page.on('request', watch);
      await act();
      page.off('request', watch);
      return count;
    },
  };
}

/** What the browser complains of, but for the calls that were held up or refused. */
export function otherComplaints(complaints: readonly string[]): string[] {
  return complaints.filter((text) => !/Failed to load resource|\/api\/.* failed$/.test(text));
}
