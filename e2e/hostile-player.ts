import { listenOnLoopback } from '../packages/test/loopback.ts';

export interface HostilePlayer {
  /** "http://localhost:PORT": another host name than that of the site under test. */
  origin: string;
  hostAndPort: string;
  /** Every request so far. */
  requests: { path: string; referrer: string }[];
  /** Results of the player's attempts. */
  reports: Record<string, string>[];
  close(): Promise<void>;
}

/** Tries everything that an embedded player should not be able to do, and reports the results to its server. */
const PLAYER = `<!doctype html><title>A player</title><style>body { background: #135; color: #fff }</style>
<p>The player of the provider.</p><button>Play</button><form target="_blank" action="/form"></form><script>
const tried = {};
const attempt = (name, act) => {
  try { tried[name] = String(act()); } catch (error) { tried[name] = error.name; }
};
attempt('window', () => window.open('/popup'));
attempt('link', () => {
  const link = Object.assign(document.createElement('a'), { href: '/popup', target: '_blank' });
  document.body.append(link);
  link.click();
});
attempt('form', () => document.forms[0].submit());
attempt('parent', () => parent.document.title);
attempt('frame', () => frameElement);
attempt('top', () => { top.location.href = location.origin + '/top'; });
attempt('alert', () => alert('Look here!'));
attempt('origin', () => self.origin);
tried.fullscreen = String(document.fullscreenEnabled);
fetch('/report', { method: 'POST', body: JSON.stringify(tried) });
</script>`;

export async function startHostilePlayer(): Promise<HostilePlayer> {
  const requests: HostilePlayer['requests'] = [];
  const reports: HostilePlayer['reports'] = [];
  const { port, close } = await listenOnLoopback(async (request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, referrer: request.headers.referer ?? '' });
    if (path === '/report') {
      let text = '';
      for await (const chunk of request) text += chunk;
      reports.push(JSON.parse(text));
    }
    response.writeHead(200, { 'content-type': 'text/html' }).end(path.startsWith('/embed/') ? PLAYER : '');
  });
  const hostAndPort = `localhost:${port}`;
  return { origin: `http://${hostAndPort}`, hostAndPort, requests, reports, close };
}
