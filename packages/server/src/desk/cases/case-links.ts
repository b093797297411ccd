import { createHash, createHmac } from 'node:crypto';
import { type DomainConfig, publicOrigin } from '@vesper/contract';

/**
 * The secrets in a case's links, derived from its id, so that every mail can name them, and stored only as hashes. One
 * who knows the private page need not own the mailbox: the link that confirms it is another. `listensAt`: the site's
 * port.
 */
export function createCaseLinks(key: Buffer, listensAt?: number) {
  const secret = (purpose: string, caseId: string) =>
    createHmac('sha256', key).update(`${purpose}\n${caseId}`).digest('base64url');
  return {
    status: (caseId: string) => secret('status', caseId),
    confirm: (caseId: string) => secret('confirm', caseId),
    /** Where links in mails lead. */
    origin: (domain: DomainConfig) => publicOrigin(domain, listensAt),
  };
}

export type CaseLinks = ReturnType<typeof createCaseLinks>;

export function linkHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
