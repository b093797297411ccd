import type { Locator, Page, Request } from 'playwright-core';

/** A busy machine is slow at times. */
const LONGEST_MS = 45_000;

export function actsOn(page: Page, { password }: { password: string }) {
  return {
    /** Confirms the password ahead of time, so that actions that cannot be undone do not ask for it. */
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
    button: (place: Page | Locator, name: string | RegExp) =>
      place.getByRole('button', { name, exact: true }),
    /** The current toast, with these texts. */
    async expectToast(...texts: (string | RegExp)[]): Promise<void> {
      let toast = page.locator('li.toast');
      for (const text of texts) toast = toast.filter({ hasText: text });
      await toast.first().waitFor({ timeout: LONGEST_MS });
    },
    /** Counts the calls made during an action. */
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

/** The browser's errors, except for blocked or refused calls. */
export function otherComplaints(complaints: readonly string[]): string[] {
  return complaints.filter((text) => !/Failed to load resource|\/api\/.* failed$/.test(text));
}
