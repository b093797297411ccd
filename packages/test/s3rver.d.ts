/** What we use of the package, which has no types of its own. */
declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  import type { AddressInfo } from 'node:net';
  import type { Readable } from 'node:stream';

  export interface S3rverContext {
    method: string;
    path: string;
    query: Record<string, string | undefined>;
    headers: Record<string, string | undefined>;
    params: { bucket: string };
    state: { account?: object; vhost: boolean | undefined };
    status: number;
    type: string;
    body: unknown;
    get(header: string): string;
    set(header: string, value: string): void;
  }
  export type S3rverMiddleware = (context: S3rverContext, next: () => Promise<void>) => Promise<void>;

  export default class S3rver {
    constructor(options: object);
    middleware: S3rverMiddleware[];
    httpServer: Server;
    store: {
      putContent(path: string, content: unknown): Promise<[size: number, md5: string]>;
      getObject(
        bucket: string,
        key: string,
        options: { start?: number; end?: number },
      ): Promise<{ content: Readable | null; range?: { start: number; end: number } } | null>;
      deleteObject(bucket: string, key: string): Promise<void>;
      getResourcePath(bucket: string, key: string | undefined, resource: string): string;
    };
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

declare module '@20minutes/s3rver/lib/middleware/authentication.js' {
  import type { S3rverMiddleware } from '@20minutes/s3rver';

  export default function authentication(): S3rverMiddleware;
}
