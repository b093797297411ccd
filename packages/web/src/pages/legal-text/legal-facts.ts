import type { DomainConfig } from '@vesper/contract';

/** With defaults for empty ones. */
export interface LegalFacts {
  site: string;
  email: string;
  /** For the middle of a sentence. */
  operator: string;
  agent: { name: string; address: string; phone: string; feeUsd: number };
  /** For after "governed by". */
  law: string;
  recordsCustodian: string;
}

export function legalFacts({ siteName, contactEmail, legal }: DomainConfig): LegalFacts {
  return {
    site: siteName,
    email: contactEmail,
    operator: legal.operator || `the operator of ${siteName}`,
    agent: {
      name: legal.agentName || 'Copyright Agent',
      address: legal.agentAddress,
      phone: legal.agentPhone,
      feeUsd: legal.agentFeeUsd,
    },
    law: legal.governingLaw
      ? `the laws of ${legal.governingLaw}`
      : 'the laws of the place where the operator of the site is established',
    recordsCustodian: legal.recordsCustodian,
  };
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "November 21, 2026": the pinned day, else today in UTC. */
export function lastUpdated({ legal }: DomainConfig): string {
  return longDay.format(legal.updatedOn ? new Date(legal.updatedOn) : new Date());
}
