import { readFileSync } from 'node:fs';
import path from 'node:path';
import { adminHref } from '@vesper/contract';
import { openVisitor, type Visitor, type VisitorOptions } from '../packages/web/test/browser.ts';
import { actsOn, callsOf } from './admin-acts.ts';
import type { DemoSite } from './demo.ts';

/** The demo's administrator: who can be signed in from here. */
export function demoLogin({ dataDir }: Pick<DemoSite, 'dataDir'>): { username: string; password: string } {
  const file = path.join(dataDir, 'secrets', 'demo-admin-password');
  return { username: 'admin', password: readFileSync(file, 'utf8') };
}

export interface Administrator extends Visitor {
  /** The session's cookie, for calls past the browser. */
  cookie: string;
}

/** Someone with a browser of their own, signed in, at an address of the back office. */
export async function openAdministrator(
  demo: DemoSite,
  { address = adminHref('dashboard'), ...options }: Partial<VisitorOptions> & { address?: string } = {},
): Promise<Administrator> {
  const { site } = demo;
  const response = await fetch(`${site}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify(demoLogin(demo)),
  });
  if (!response.ok) throw new Error(`Signing in failed: ${await response.text()}`);
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const [name = '', value = ''] = cookie.split('=');
  const visitor = await openVisitor({ origin: site, isAdult: true, isReducedMotion: true, ...options });
  await visitor.context.addCookies([{ name, value, url: site, httpOnly: true, sameSite: 'Strict' }]);
  await visitor.page.goto(site + address);
  return { ...visitor, cookie };
}

/** An administrator at an address, with the calls and the acts that tests of a page need. */
export async function openDesk(demo: DemoSite, address: string) {
  const admin = await openAdministrator(demo, { address });
  const { page } = admin;
  return { admin, page, calls: callsOf(demo.site, admin), acts: actsOn(page) };
}
