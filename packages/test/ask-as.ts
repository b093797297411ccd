import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | undefined;
  agent?: Agent;
}

/** Unlike fetch: follows no redirect, adds no header, unpacks nothing. */
export function requestRaw(
  url: string,
  { method = 'GET', headers = {}, body, agent }: Asking = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, async (response) => {
      const parts: Buffer[] = [];
      try {
        for await (const part of response) parts.push(part);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      } catch (error) {
        reject(error);
      }
    })
      .on('error', reject)
      .end(body);
  });
}

/** Under any host name, which fetch does not allow. */
export function askAs(
  url: string,
  host: string,
  path: string,
  { headers, ...asking }: Asking = {},
): Promise<RawAnswer> {
  return requestRaw(url + path, { ...asking, headers: { host, ...headers } });
}
