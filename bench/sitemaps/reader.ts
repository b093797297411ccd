/** A crawler in a process of its own, so that what it costs is not counted. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';

export interface ReadTask {
  url: string;
  headers: Record<string, string>;
}

export interface ReadAnswer {
  status: number;
  etag: string;
  bytes: number;
  hash: string;
}

process.on('message', ({ url, headers }: ReadTask) => {
  request(url, { headers }, async (response) => {
    const hash = createHash('sha1');
    let bytes = 0;
    for await (const part of response) {
      bytes += (part as Buffer).length;
      hash.update(part as Buffer);
    }
    const { statusCode: status = 0 } = response;
    const answer: ReadAnswer = {
      status,
      etag: String(response.headers.etag),
      bytes,
      hash: hash.digest('hex'),
    };
    process.send?.(answer);
  }).end();
});
