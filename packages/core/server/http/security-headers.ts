import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Restricted To Adults: parental filters look for it on every answer (rtalabel.org). */
export const RTA_LABEL = 'RTA-5042-1996-1400-1577-RTA';

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const allowlist = (origins: readonly string[]) =>
  `(${['self', ...origins.map((origin) => JSON.stringify(origin))].join(' ')})`;

const headersFor = (frameOrigins: readonly string[]): Record<string, string> => ({
  rating: RTA_LABEL,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': `camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=(), fullscreen=${allowlist(frameOrigins)}, autoplay=${allowlist(frameOrigins)}`,
});

/** `preload` suits browsers' preload lists (hstspreload.org). */
export const HSTS_VALUES = {
  host: 'max-age=31536000',
  subdomains: 'max-age=31536000; includeSubDomains',
  preload: 'max-age=31536000; includeSubDomains; preload',
} as const;
export type Hsts = keyof typeof HSTS_VALUES;

declare module 'fastify' {
  interface FastifyInstance {
    hsts: Hsts;
  }
}

const DATA_HEADERS = { ...headersFor([]), 'content-security-policy': DATA_POLICY };

interface SecurityOptions {
  frameOrigins: readonly string[];
  hsts: Hsts;
}

export function addSecurityHeaders(app: FastifyInstance, { frameOrigins, hsts }: SecurityOptions): void {
  const headers = headersFor(frameOrigins);
  app.decorate('hsts', hsts);
  app.addHook('onSend', async (request, reply) => {
    const referrer = reply.getHeader('referrer-policy');
    reply.headers(headers);
    if (referrer) reply.header('referrer-policy', referrer);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', DATA_POLICY);
    reply.headers(transportHeaders(request));
  });
}

export function dataHeaders(request: FastifyRequest): Record<string, string> {
  return { ...DATA_HEADERS, ...transportHeaders(request) };
}

/** Ignored over plain http (RFC 6797, section 7.2). */
function transportHeaders(request: FastifyRequest): Record<string, string> {
  if (request.protocol !== 'https') return {};
  return { 'strict-transport-security': HSTS_VALUES[request.server.hsts] };
}

export interface PagePolicyParts {
  /** `'sha256-...'`, quoted. */
  scripts: readonly string[];
  styles: readonly string[];
  frames: readonly string[];
  bucket?: string | undefined;
  ancestors?: string | undefined;
}

export function pagePolicy({ scripts, styles, frames, bucket, ancestors }: PagePolicyParts): string {
  const list = (values: readonly string[]) => ["'self'", ...values].join(' ');
  const besides = bucket ? ` ${bucket}` : '';
  return [
    "default-src 'none'",
    `script-src ${list(scripts)}`,
    `style-src ${list(styles)}`,
    `img-src 'self' data: https:${besides}`,
    `media-src 'self' blob: https:${besides}`,
    `connect-src 'self'${besides}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors ?? "'none'"}`,
  ].join('; ');
}
