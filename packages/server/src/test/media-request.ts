import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface MediaAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** As a player asks: no redirect is followed, and nothing is added, as fetch adds `no-cache` to conditional requests. */
export function requestMedia(
  url: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<MediaAnswer> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) chunks.push(chunk);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      } catch (error) {
        reject(error);
      }
    })
      .on('error', reject)
      .end();
  });
}
