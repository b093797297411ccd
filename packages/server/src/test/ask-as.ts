import { request } from 'node:http';

export interface RawAnswer {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks a site under a host name of one's own, which fetch does not allow; nothing is unpacked. */
export function askAs(
  url: string,
  host: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asking = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url + path, { method, headers: { host, ...headers } }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) });
    })
      .on('error', reject)
      .end(body);
  });
}
