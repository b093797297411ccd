import { z } from 'zod';
import { DomainConfig } from './domains.ts';
import { safeText } from './text.ts';

/** A domain as the back office has it. */
export const Domain = z.object({
  id: z.string(),
  /** Answers for every name that is no domain's. */
  isDefault: z.boolean(),
  /** Grows by one with each change. */
  version: z.number().int(),
  config: DomainConfig,
  /** A sentence for each adjustment that pages make so that its colours can be read. */
  notes: z.array(z.string()),
});
export type Domain = z.infer<typeof Domain>;

export const NewDomain = z.object({ config: DomainConfig });

export const DomainChange = z.object({
  version: z.int('The version must be a whole number.').min(1, 'The version must be a whole number.'),
  config: DomainConfig,
});

export const DomainParams = z.object({ id: safeText(100) });

export const DomainRemoved = z.object({ message: z.string() });
