/**
 * The server's policy of a page, which this package may not import: script/page-policy.test.ts holds them
 * together.
 */
export function pagePolicy(hashes: { scripts: readonly string[]; styles: readonly string[] }): string {
  const list = (values: readonly string[]) => ["'self'", ...values].join(' ');
  return [
    "default-src 'none'",
    `script-src ${list(hashes.scripts)}`,
    `style-src ${list(hashes.styles)}`,
    "img-src 'self' data: https:",
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
