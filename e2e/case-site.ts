import { pageHref } from '@vesper/contract';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { composeQueue } from '../packages/app/composition/compose-queue.ts';
import { silentLog } from '../packages/core/server/lib/log.ts';
import { caseClocksJob } from '../packages/notices/server/outcome/jobs.ts';
import { makeSource, makeVideo } from '../packages/test/factories.ts';
import { type MailServer, startMailServer, type TakenMail } from '../packages/test/mail-server.ts';
import { newAdminCookie, startTestSite } from '../packages/test/site.ts';
import { openVisitor, type Visitor, type VisitorOptions } from '../packages/web/test/browser.ts';
import { publishShortFilm } from './streamed-video.ts';

const HOUR_MS = 3600 * 1000;
const KEYWORD = 'turning';

export type CaseSite = Awaited<ReturnType<typeof startCaseSite>>;

/** A whole site with a worker, a mail server, and a clock that can be set forward. */
export async function startCaseSite() {
  const mail = await startMailServer();
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const site = await startTestSite({ SMTP_URL: mail.url, QUARANTINE_DAYS: '30' }, { clock });
  await site.startWorker();
  const { boss, queue } = await composeQueue(site.connection, silentLog);
  return {
    ...{ site, mail, url: site.url, client: site.client },
    setOn(hours: number): void {
      aheadMs += hours * HOUR_MS;
    },
    /** Runs the job that the worker runs every minute. */
    async lookAtClocks(): Promise<void> {
      const { db, pool } = site.base;
      const isOver = async () => {
        const open = `select from jobs.job where name = $1 and state < 'completed'`;
        const { rows } = await pool.query(open, [caseClocksJob.name]);
        return rows.length === 0;
      };
      // A job that began earlier may have seen the old time.
      await expect.poll(isOver, { interval: 50 }).toBe(true);
      await queue.send(db, caseClocksJob, {});
      await expect.poll(isOver, { interval: 50 }).toBe(true);
    },
    async close() {
      await boss.stop({ graceful: false });
      await site.close();
      await mail.close();
    },
  };
}

export interface SeenVideo {
  id: string;
  /** A related video. */
  beside: string;
  title: string;
  sourceId: string;
  sourceUrl: string;
}

/** A short film in every place where visitors find videos. */
export async function publishSeen({ site }: CaseSite): Promise<SeenVideo> {
  const { db, pool } = site.base;
  const title = 'A turning wheel';
  const sourceUrl = 'https://source.test/watch/1';
  const sourceId = await makeSource(db);
  const id = await publishShortFilm(site, {
    ...{ title, tags: [KEYWORD], source_id: sourceId, source_url: sourceUrl, external_id: 'turn-1' },
    content_sha256: Buffer.alloc(32, 1),
  });
  const beside = await makeVideo(db, { title: 'Beside it', tags: [KEYWORD] });
  await pool.query('insert into related_videos (video_id, related_ids) values ($1, array[$2::text])', [
    beside,
    id,
  ]);
  await pool.query(
    "insert into keywords (keyword, slug, meta_title, meta_description) values ($1, $1, 'Turning', 'All that turns.')",
    [KEYWORD],
  );
  await pool.query(
    'insert into keyword_videos (keyword_id, video_id) select k.id, v from keywords k, unnest($1::text[]) as v',
    [[id, beside]],
  );
  return { id, beside, title, sourceId, sourceUrl };
}

/** The pages that show a video beside its own. */
export function placesOf({ title, beside }: SeenVideo): string[] {
  return [
    ...['/', `/?search=${encodeURIComponent(title)}`, '/category/charts'],
    ...[pageHref.keyword('en', KEYWORD), pageHref.video(beside)],
  ];
}

/** Every address of a public video's files: those of its page, and what its playlists name. */
export async function filesOf({ url, client }: CaseSite, id: string): Promise<string[]> {
  const video = await client.videos.get({ id });
  const { videoUrl, thumbnailUrl, previewUrl, storyboardUrl, hlsUrl } = video;
  const { signedUrl } = await client.media.signVideo({ id });
  const named = [videoUrl, signedUrl, thumbnailUrl, previewUrl, storyboardUrl, hlsUrl];
  for (const one of named) if (!one) throw new Error(`A file is missing: ${JSON.stringify(video)}`);
  const lists = [storyboardUrl, hlsUrl].filter((one) => one !== null);
  const files = new Set(named.filter((one) => one !== null).map((path) => url + path));
  for (const width of [320, 1280]) files.add(url + thumbnailUrl.replace('640.webp', `${width}.webp`));
  const unread = lists.map((path) => url + path);
  for (let list = unread.pop(); list !== undefined; list = unread.pop())
    for (const found of linksOf(await (await fetch(list)).text(), list)) {
      if (found.endsWith('.m3u8') && !files.has(found)) unread.push(found);
      files.add(found);
    }
  return [...files];
}

/** What a playlist, or a storyboard's cues, name. */
function linksOf(text: string, base: string): string[] {
  const lines = text.split('\n').filter((line) => /^[^#\s]+\.(?:m3u8|mp4|webp)/.test(line));
  const quoted = [...text.matchAll(/URI="([^"]+)"/g)].map(([, link = '']) => link);
  return [...lines, ...quoted].map((link) => new URL(link, base).href.replace(/#.*/, ''));
}

/** Whether pages and files show a video: all, none, or a list of those that do. */
export async function seenAt(site: CaseSite, video: SeenVideo, files: readonly string[]) {
  const pages = await Promise.all(
    placesOf(video).map(async (place) => {
      const text = await (await fetch(site.url + place)).text();
      return text.includes(`/video/${video.id}`) ? [place] : [];
    }),
  );
  const open = await Promise.all(
    files.map(async (file) => {
      const answer = await fetch(file, { headers: { range: 'bytes=0-99' } });
      await answer.arrayBuffer();
      return answer.ok ? [file] : [];
    }),
  );
  const { status } = await fetch(`${site.url}/video/${video.id}`);
  return { status, places: pages.flat(), files: open.flat() };
}

export async function mailTo({ mails }: MailServer, to: string, words: RegExp): Promise<TakenMail> {
  const find = () =>
    mails.findLast(
      (mail) => mail.to.includes(to) && words.test(`${mail.headers.get('subject')}\n${mail.body}`),
    );
  await expect.poll(() => find() !== undefined, { message: `${words} to ${to}`, interval: 50 }).toBe(true);
  return find() as TakenMail;
}

/** The private page named in a mail, at the test's own host. */
export function linkIn({ url }: CaseSite, { body }: TakenMail, page: 'confirm' | 'status'): string {
  const [path] = new RegExp(`/report/${page}/\\S+`).exec(body) ?? [];
  if (!path) throw new Error(`The mail has no link: ${body}`);
  return url + path;
}

/** Follows the link of a receipt and presses the button there. */
export async function confirmBy(site: CaseSite, page: Page, receipt: TakenMail): Promise<void> {
  await page.goto(linkIn(site, receipt, 'confirm'));
  await page.getByRole('button', { name: 'I sent this notice' }).click();
  await page.waitForURL('**/report/status/*');
}

/** By field name; `true` ticks. */
export async function fillIn(page: Page, fields: Record<string, string | true>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`#main form [name="${name}"]`);
    if (value === true) await field.check();
    else await field.fill(value);
  }
}

export async function openReader(site: CaseSite, options: Partial<VisitorOptions> = {}): Promise<Visitor> {
  return openVisitor({ origin: site.url, isAdult: true, ...options });
}

/** A signed-in administrator in Chromium. */
export async function openOffice({ site, url }: Pick<CaseSite, 'site' | 'url'>): Promise<Visitor> {
  const [name = '', value = ''] = (await newAdminCookie(site.base)).split('=');
  const visitor = await openVisitor({ origin: url, isAdult: true, isReducedMotion: true });
  await visitor.context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
  return visitor;
}
