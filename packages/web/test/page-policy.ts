interface PagePolicyParts {
  scripts: readonly string[];
  styles: readonly string[];
  frames?: readonly string[];
}

/** A copy of the server's: script/page-policy.test.ts compares them. */
export function pagePolicy({ scripts, styles, frames = [] }: PagePolicyParts): string {
  const list = (values: readonly string[]) => ["'self'", ...values].join(' ');
  return [
    "default-src 'none'",
    `script-src ${list(scripts)}`,
    `style-src ${list(styles)}`,
    "img-src 'self' data: https:",
    "media-src 'self' blob: https:",
    "connect-src 'self'",
    `frame-src ${frames.join(' ') || "'none'"}`,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
