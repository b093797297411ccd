import { createHash } from 'node:crypto';
import { brandColours, type DomainConfig, markupText, SURFACES, type Theme } from '@vesper/contract';
import { contextOf } from '@vesper/core/http/app.ts';
import { PRODUCT_TOKEN } from '@vesper/core/lib/outbound/product-token.ts';
import type { FastifyInstance } from 'fastify';

export interface BotPageOptions {
  configFor(hostname: string): Promise<DomainConfig>;
  userAgent(): Promise<string>;
}

/** Serves /bot, which the crawler's user agent names: who is crawling, and how to opt out. */
export function mountBotPage(app: FastifyInstance, { configFor, userAgent }: BotPageOptions): void {
  app.get('/bot', async (request, reply) => {
    const config = await configFor(contextOf(request).hostname);
    const { html, policy } = botPage(config, await userAgent());
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'public, max-age=3600')
      .send(html);
  });
}

/** The page, without scripts, and a policy that allows only its style. */
export function botPage(config: DomainConfig, userAgent: string): { html: string; policy: string } {
  const style = styleOf(config);
  const site = markupText(config.siteName);
  const bot = PRODUCT_TOKEN;
  const mail = markupText(config.contactEmail);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${bot}: the crawler of ${site}</title>
<meta name="description" content="What ${bot}, the crawler of ${site}, does, how fast it crawls, and how to opt out.">
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<style>${style}</style>
</head>
<body>
<header><a href="/">${markupText(config.brandName)}</a></header>
<main>
<h1>About ${bot}</h1>
<p>${bot} is the crawler of ${site}, a website with videos for adults. It reads the sitemaps, feeds and video pages of sites that permit their videos to be shown elsewhere, and of no other sites. It builds no search index and collects no personal data.</p>
<h2>How to recognise it</h2>
<p>Every request carries this user agent:</p>
<pre>${markupText(userAgent)}</pre>
<h2>How it behaves</h2>
<ul>
<li>It asks for <code>/robots.txt</code> first and obeys it (RFC 9309). The file is read again after a day. While it cannot be read because of a server error, nothing else is fetched.</li>
<li>It waits at least one second between requests to a host, and longer if robots.txt sets a <code>Crawl-delay</code>.</li>
<li>It waits when told to: after 429 and 503 for as long as <code>Retry-After</code> says, and after repeated errors longer each time.</li>
<li>It stops when access is refused with 401, 403 or 451.</li>
<li>It requests lists that it has read before only if they have changed (<code>ETag</code>, <code>Last-Modified</code>).</li>
</ul>
<h2>How to opt out</h2>
<p>Name <code>${bot}</code> in your robots.txt. This keeps it away from the whole site:</p>
<pre>User-agent: ${bot}
Disallow: /</pre>
<p>This keeps it away from one folder and slows it down on the rest:</p>
<pre>User-agent: ${bot}
Disallow: /private/
Crawl-delay: 10</pre>
<h2>Contact</h2>
<p>If it burdens your site, or you do not want it to visit, write to <a href="mailto:${mail}">${mail}</a>. To have a video removed, use the <a href="/dmca/submit">notice form</a>.</p>
</main>
</body>
</html>
`;
  return { html, policy: policyOf(style) };
}

/** Light or dark as the browser prefers: no script reads a visitor's choice. */
function styleOf({ theme }: DomainConfig): string {
  const other = theme.default === 'dark' ? 'light' : 'dark';
  return (
    `:root{color-scheme:light dark;${coloursOf(theme.default, theme)}}` +
    `@media(prefers-color-scheme:${other}){:root{${coloursOf(other, theme)}}}` +
    'body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}' +
    'header,main{max-width:44rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}' +
    'header{padding-bottom:0;font-weight:600}h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.125rem;margin-top:2rem}' +
    'a{color:var(--primary-text)}li+li{margin-top:.375rem}' +
    'pre{padding:.75rem 1rem;background:var(--panel);border:1px solid var(--line);border-radius:.5rem;white-space:pre-wrap;overflow-wrap:anywhere}' +
    ':focus-visible{outline:2px solid var(--primary-text);outline-offset:2px}'
  );
}

function coloursOf(name: Theme, theme: DomainConfig['theme']): string {
  const colours = { ...SURFACES[name], ...brandColours(name, theme) };
  return Object.entries(colours)
    .map(([key, colour]) => `--${key}:${colour}`)
    .join(';');
}

function policyOf(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
