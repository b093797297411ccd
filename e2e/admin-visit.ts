import { readFileSync } from 'node:fs';
import path from 'node:path';
import { adminHref, type Client, createClient, fetchTransport } from '@vesper/contract';
import { openVisitor, type Visitor, type VisitorOptions } from '../packages/web/test/browser.ts';
import { actsOn } from './admin-acts.ts';
import type { DemoSite } from './demo.ts';

export function demoLogin({ dataDir }: Pick<DemoSite, 'dataDir'>): { username: string; password: string } {
  const file = path.join(dataDir, 'secrets', 'demo-admin-password');
  return { username: 'admin', password: readFileSync(file, 'utf8') };
}

export interface Administrator extends Visitor {
  /** The session's cookie, for calls outside the browser. */
  cookie: string;
}

/** A signed-in administrator at an address of the back office. */
export async function openAdministrator(
  demo: DemoSite,
  { address = adminHref('dashboard'), ...options }: Partial<VisitorOptions> & { address?: string } = {},
): Promise<Administrator> {
  const { site } = demo;
  const cookie = await post(site, 'login', demoLogin(demo));
  const [name = '', value = ''] = cookie.split('=');
  const visitor = await openVisitor({ origin: site, isAdult: true, isReducedMotion: true, ...options });
  await visitor.context.addCookies([{ name, value, url: site, httpOnly: true, sameSite: 'Strict' }]);
  await visitor.page.goto(site + address);
  return { ...visitor, cookie };
}

export type Desk = Awaited<ReturnType<typeof openDesk>>;

export async function openDesk(demo: DemoSite, address: string) {
  const admin = await openAdministrator(demo, { address });
  const { page } = admin;
  return { admin, page, calls: await secondAdministrator(demo), acts: actsOn(page, demoLogin(demo)) };
}

/** The calls of another session, outside the browser: it confirms its password whenever asked. */
export async function secondAdministrator(demo: DemoSite): Promise<Client> {
  const { site } = demo;
  const login = demoLogin(demo);
  let cookie = await post(site, 'confirm', login, await post(site, 'login', login));
  return createClient(async (call) => {
    const send = () => fetchTransport(site, { cookie, origin: site })(call);
    const answer = await send();
    if (answer.status !== 403 || !answer.bodyText.includes('password_required')) return answer;
    cookie = await post(site, 'confirm', login, cookie);
    return send();
  });
}

/** The session's cookie after a login call. */
async function post(site: string, call: string, body: object, cookie = ''): Promise<string> {
  const response = await fetch(`${site}/api/admin/${call}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${call} failed: ${await response.text()}`);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
