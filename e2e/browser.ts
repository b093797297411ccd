import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Visitor {
  page: Page;
  /** Console errors, failed requests, policy violations: what a healthy site never has. */
  complaints: string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  javaScriptEnabled?: boolean;
}

/** A person with a browser of their own. */
export async function openBrowser(options: VisitorOptions = {}): Promise<Visitor> {
  const profile = await mkdtemp(path.join(tmpdir(), 'vesper-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: FLAGS,
    viewport: options.viewport ?? { width: 1280, height: 900 },
    ...(options.colorScheme ? { colorScheme: options.colorScheme } : {}),
    ...(options.javaScriptEnabled === false ? { javaScriptEnabled: false } : {}),
  });
  const complaints: string[] = [];
  const page = context.pages()[0] ?? (await context.newPage());
  await watch(context, page, complaints);
  return {
    page,
    complaints,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function watch(context: BrowserContext, page: Page, complaints: string[]): Promise<void> {
  await context.exposeFunction('reportViolation', (text: string) => complaints.push(`policy: ${text}`));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation') as (text: string) => void;
      report(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A player that has enough, or a page that is left, breaks its own transfers off.
    if (reason !== 'net::ERR_ABORTED') complaints.push(`request: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`answer: ${response.url()} ${response.status()}`);
  });
}
