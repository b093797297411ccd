import type { Page } from 'playwright-core';
import { untilHydrated } from './browser.ts';

/** By the labels of its fields. */
export const NOTICE = {
  'Full Name *': 'Ada Example',
  'Email Address *': 'ada@rights.example',
  'Physical Address *': '1 Loop Lane\nJulia City',
  'Description of Copyrighted Work *': 'A film of a turning Julia set, 2024.',
  'URL of Infringing Material *': 'https://vesper.example/video/video-3',
  'Electronic Signature *': 'Ada Example',
} as const;

export async function fillNotice(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(NOTICE)) await page.getByLabel(label).fill(text);
  await page.getByLabel('I have a good faith belief').check();
  await page.getByLabel('under penalty of perjury').check();
}

/** By script: before it arrives, the browser would post the form. */
export async function submitNotice(page: Page): Promise<void> {
  await formIsReady(page);
  await page.getByRole('button', { name: 'Submit DMCA Request' }).click();
}

/** Waits until React has hydrated the form and run its effects. */
export async function formIsReady(page: Page): Promise<void> {
  await untilHydrated(page, '#main form');
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}
