import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { silentLog } from '../lib/log.ts';
import { createApp } from './app.ts';

const LIST = Array.from({ length: 200 }, (_, n) => ({ id: n, title: `Waves and gradients, part ${n}` }));
const app = await createApp({
  ...{ log: silentLog, trustProxy: false, frameOrigins: [], hsts: 'host' as const },
  ...{ clientDirectory: import.meta.dirname, maxConnections: 10 },
});
app.get('/list', async () => LIST);
app.get('/long', async () => Array.from({ length: 20 }, () => LIST));
app.get('/short', async () => LIST.slice(0, 2));
afterEach(() => app.close());

describe('JSON', () => {
  const ask = (url: string, encoding: string) =>
    app.inject({ url, headers: { host: 'videos.example', 'accept-encoding': encoding } });
  const unpackers = { br: brotliDecompressSync, gzip: gunzipSync };

  test('is packed as asked for: lists in one piece, with their length', async () => {
    const plain = await ask('/list', 'identity');
    for (const [encoding, unpack] of Object.entries(unpackers)) {
      const { headers, rawPayload } = await ask('/list', encoding);
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' });
      expect(headers['content-length']).toBe(String(rawPayload.length));
      expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      expect(unpack(rawPayload).equals(plain.rawPayload)).toBe(true);
      expect(JSON.parse(plain.body)).toEqual(LIST);

      const long = await ask('/long', encoding);
      expect(long.headers['content-length']).toBeUndefined();
      expect(JSON.parse(unpack(long.rawPayload).toString())).toHaveLength(20);
      expect((await ask('/short', encoding)).headers['content-encoding']).toBeUndefined();
    }
  });
});
