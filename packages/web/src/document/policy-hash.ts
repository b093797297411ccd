import { hash } from 'node:crypto';

/** CSP Level 3, "hash-source", quotes included. */
export function policyHash(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
