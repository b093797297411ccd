import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Restricted To Adults: the label that parental filters look for, on every answer (rtalabel.org). */
const RTA_LABEL = 'RTA-5042-1996-1400-1577-RTA';

/** For everything that is no page: it may not do anything, wherever it is opened. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const HEADERS: Record<string, string> = {
  rating: RTA_LABEL,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), browsing-topics=(), fullscreen=(self), autoplay=(self)',
};

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { 'content-security-policy': dataPolicy, ...headers } = dataHeaders(request);
    reply.headers(headers);
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', dataPolicy);
  });
}

/** The headers of whatever is no page: for answers that are written past the hooks, too. */
export function dataHeaders(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = { ...HEADERS, 'content-security-policy': DATA_POLICY };
  if (request.protocol === 'https') headers['strict-transport-security'] = 'max-age=31536000';
  return headers;
}

/**
 * The policy of a page: own files, and the few inline pieces named by their hashes (`'sha256-...'`, quoted). What
 * plays and is seen may also come from `mediaOrigin`, where files are fetched from a bucket.
 */
export function pagePolicy(
  hashes: { scripts: readonly string[]; styles: readonly string[] },
  mediaOrigin?: string,
): string {
  const list = (values: readonly string[]) => ["'self'", ...values].join(' ');
  const bucket = mediaOrigin ? ` ${mediaOrigin}` : '';
  return [
    "default-src 'none'",
    `script-src ${list(hashes.scripts)}`,
    `style-src ${list(hashes.styles)}`,
    `img-src 'self' data: https:${bucket}`,
    `media-src 'self' blob: https:${bucket}`,
    `connect-src 'self'${bucket}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
