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
};
