import { hash } from 'node:crypto';

/** A text as a page's policy names it, quotes included (CSP Level 3, "hash-source"). */
export function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
