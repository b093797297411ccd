import { z } from 'zod';

const hexColour = z.string().regex(/^#[0-9a-f]{6}$/i);

/** Brand, words and colours of one domain (specification, section 3), as the pages need them. */
export const DomainConfig = z.object({
  domain: z.string(),
  siteName: z.string(),
  brandName: z.string(),
  tagline: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  contactEmail: z.string(),
  theme: z.object({
    primary: hexColour,
    accent: hexColour,
    /** The theme a visitor without a stored choice sees. */
    default: z.enum(['light', 'dark']),
  }),
  seo: z.object({
    /** `%s` stands for the page's own title. */
    titleTemplate: z.string(),
    defaultTitle: z.string(),
    defaultDescription: z.string(),
    googleVerification: z.string().optional(),
  }),
  /** Whether inspecting and copying are made harder (specification, section 9). */
  deterrents: z.boolean(),
  /** What the legal pages say of the operator. */
  legal: z.object({
    /** Who runs the site, as the law knows them; the site's name where this is empty. */
    operator: z.string(),
    /** Postal address of the agent who receives copyright notices. */
    agentName: z.string(),
    agentAddress: z.string(),
    agentPhone: z.string(),
    /** Fee of the agent's registration, in US dollars. */
    agentFeeUsd: z.number().int(),
    /** Day of the last change, YYYY-MM-DD; today's date is shown where there is none. */
    updatedOn: z.iso.date().nullable(),
    /** The law the terms are under, as it stands after "the laws of". */
    governingLaw: z.string(),
    /** Who keeps the records of 18 U.S.C. 2257, and where. */
    recordsCustodian: z.string(),
  }),
});
export type DomainConfig = z.infer<typeof DomainConfig>;

/** What the pages show until, or unless, the configuration arrives. */
export const FALLBACK_DOMAIN_CONFIG: DomainConfig = {
  domain: 'localhost',
  siteName: 'Vesper',
  brandName: 'Vesper',
  tagline: 'Videos for the evening',
  description: 'A free video site for adults. No account needed.',
  keywords: ['videos', 'free videos'],
  contactEmail: 'contact@localhost',
  theme: { primary: '#7c3aed', accent: '#db2777', default: 'dark' },
  seo: {
    titleTemplate: '%s | Vesper',
    defaultTitle: 'Vesper: free videos for adults',
    defaultDescription: 'Watch free videos without an account. 18+ only.',
  },
  deterrents: true,
  legal: {
    operator: '',
    agentName: '',
    agentAddress: '',
    agentPhone: '',
    agentFeeUsd: 105,
    updatedOn: null,
    governingLaw: '',
    recordsCustodian: '',
  },
};
