import type { Film } from './film.ts';

/** Throws unless the example proxy answers like the site itself: fast answers must also be correct. */
export async function checkProxy(
  siteUrl: string,
  accelUrl: string,
  address: string,
  film: Film,
): Promise<void> {
  const direct = await ask(siteUrl + address, { range: 'bytes=5-9' });
  const proxied = await ask(accelUrl + address, { range: 'bytes=5-9' });
  const same = [
    'content-type',
    'content-range',
    'etag',
    'cache-control',
    'content-disposition',
    'x-content-type-options',
    'content-security-policy',
    'cross-origin-resource-policy',
    'rating',
  ];
  for (const name of same) expectSame(name, proxied.headers.get(name), direct.headers.get(name));
  expectSame('status of a part', [proxied.status, proxied.bytes], [206, 5]);
  const etag = direct.headers.get('etag') ?? '';
  const fresh = await ask(accelUrl + address, { range: 'bytes=5-9', 'if-range': etag });
  expectSame('status with the ETag in If-Range', fresh.status, 206);
  const stale = await ask(accelUrl + address, { range: 'bytes=5-9', 'if-range': '"another"' });
  expectSame('answer with another ETag', [stale.status, stale.bytes], [200, film.sizeBytes]);
  const known = await ask(accelUrl + address, { 'if-none-match': etag });
  expectSame('answer to a client that has it', [known.status, known.bytes], [304, 0]);
  const beyond = await ask(accelUrl + address, { range: `bytes=${film.sizeBytes}-` });
  expectSame('status beyond the end', beyond.status, 416);
  expectSame('X-Accel-Redirect', proxied.headers.get('x-accel-redirect'), null);
  for (const path of [
    `/_files/${film.key}`,
    `/media/../_files/${film.key}`,
    address.replace('/play/', '/preview/'),
  ])
    expectSame(`status of ${path}`, (await ask(accelUrl + path, {})).status, 404);
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(
    `The proxy answers wrongly, ${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}.`,
  );
}

async function ask(url: string, headers: Record<string, string>) {
  const response = await fetch(url, { headers });
  const { byteLength: bytes } = await response.arrayBuffer();
  return { status: response.status, headers: response.headers, bytes };
}
