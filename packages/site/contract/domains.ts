import { type OpenCalls, openCalls, safeText, shownText } from '@vesper/core/contract';
import { z } from 'zod';

const EMPTY = 'It must not be empty.';
const DOLLARS = 'It must be a whole number of dollars.';

const hexColour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'It must be a colour: # and six hex digits, such as #7c3aed.');

/** Host names of sites: an exact name, or with `*.` all names below it. */
const siteHost = safeText(200).regex(
  /^(\*\.)?[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*(:\d{1,5})?$/i,
  'It must be a host such as example.org, *.example.org or localhost:8080.',
);

/** Who may frame this domain's player, besides itself. */
export const Embedding = z.object({
  sites: z.enum(['everyone', 'listed', 'nobody'], { error: 'It must be everyone, listed or nobody.' }),
  hosts: z.array(siteHost).max(100, 'At most 100 hosts are allowed here.'),
});
export type Embedding = z.infer<typeof Embedding>;

/** Also validates an operator's input, so each error is a sentence. */
export const DomainConfig = z.object({
  domain: z.string(),
  /** `https://host` or `https://host:port`, where visitors reach it; by default with the request's scheme and port. */
  address: safeText(300)
    .regex(
      /^https?:\/\/(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/,
      'It must be just the scheme and host, such as https://videos.example.',
    )
    .optional(),
  /** Categories that search engines find here instead of under the default domain. Each has one owner at most. */
  ownedCategories: z.array(safeText(200)).max(500, 'At most 500 categories are allowed here.').optional(),
  siteName: shownText(100).min(1, EMPTY),
  brandName: shownText(100).min(1, EMPTY),
  tagline: shownText(200),
  description: shownText(2000),
  keywords: z.array(safeText(100)).max(50, 'At most 50 keywords are allowed here.'),
  contactEmail: safeText(254).regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'It must be an email address.'),
  theme: z.object({
    primary: hexColour,
    accent: hexColour,
    /** For visitors without a stored choice. */
    default: z.enum(['light', 'dark'], { error: 'It must be light or dark.' }),
  }),
  seo: z.object({
    /** `%s` is replaced by the page's title. */
    titleTemplate: shownText(200).regex(/%s/, "It must contain %s, which stands for the page's own title."),
    defaultTitle: shownText(200).min(1, EMPTY),
    defaultDescription: shownText(1000),
    googleVerification: safeText(200)
      .regex(/^[\w=+/-]+$/, 'It must be the token alone, without the tag around it.')
      .optional(),
  }),
  discovery: z.object({
    /** Whether robots.txt allows crawlers that collect training material for AI models. */
    aiTraining: z.boolean('It must be yes or no.'),
  }),
  /** Whether inspecting and copying are made harder. */
  deterrents: z.boolean('It must be yes or no.'),
  embedding: Embedding,
  legal: z.object({
    /** The operator's legal name; if empty, the site's name is shown. */
    operator: shownText(200),
    /** Postal address of the agent who receives copyright notices. */
    agentName: shownText(200),
    agentAddress: shownText(1000),
    agentPhone: safeText(50),
    /** Fee of the agent's registration, in US dollars. */
    agentFeeUsd: z.number(DOLLARS).int(DOLLARS).min(0, DOLLARS).max(1_000_000, DOLLARS),
    /** Date of the last change, YYYY-MM-DD; if null, today's date is shown. */
    updatedOn: z.iso.date('It must be a date such as 2026-11-30.').nullable(),
    /** The law that governs the terms, as written after "the laws of". */
    governingLaw: shownText(200),
    /** Who keeps the records of 18 U.S.C. 2257, and where. */
    recordsCustodian: shownText(1000),
  }),
});
export type DomainConfig = z.infer<typeof DomainConfig>;

/** Uploaded; its size in pixels. */
export const BrandPicture = z.object({ hash: z.string(), width: z.int(), height: z.int() });
export type BrandPicture = z.infer<typeof BrandPicture>;

export const BRAND_KINDS = ['logo', 'icon'] as const;
export type BrandKind = (typeof BRAND_KINDS)[number];

export const LOGO_NAME = 'logo.webp';

/** Another picture has another hash. The icon has the names of the site's own icons. */
export function brandPath({ hash }: BrandPicture, name: string): string {
  return `/brand/${hash}/${name}`;
}

export const ShownDomain = DomainConfig.extend({
  logo: BrandPicture.optional(),
  icon: BrandPicture.optional(),
});
export type ShownDomain = z.infer<typeof ShownDomain>;

/** Shown until the configuration arrives. */
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
  discovery: { aiTraining: false },
  deterrents: true,
  embedding: { sites: 'everyone', hosts: [] },
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

export const domainsCalls = openCalls({
  config: {
    route: 'GET /api/domain-config',
    summary: "Returns the brand, texts and colours of the request's domain.",
    caller: 'public',
    output: ShownDomain,
  },
} as const satisfies OpenCalls);
