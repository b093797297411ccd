import { safeText } from '@vesper/core/contract';
import { z } from 'zod';

export const RULE_FIELDS = ['title', 'film', 'poster', 'duration', 'tags'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

const SELECTOR = 'A rule needs a selector.';
const ATTRIBUTE = 'It must be the name of an attribute, such as data-src.';

/** A CSS selector, and the attribute to read instead of the text. */
export const PageRule = z.object(
  {
    selector: safeText(200).trim().min(1, SELECTOR),
    attribute: safeText(100)
      .trim()
      .toLowerCase()
      .regex(/^[^\s"'<>/=]+$/, ATTRIBUTE)
      .optional(),
  },
  { error: 'A rule is an object with a selector and, if needed, an attribute.' },
);
export type PageRule = z.infer<typeof PageRule>;

/** For sources whose pages have no structured data. */
export const PageRules = z.partialRecord(z.enum(RULE_FIELDS), PageRule, {
  error: 'It must be an object of rules for title, film, poster, duration and tags.',
});
export type PageRules = z.infer<typeof PageRules>;

const PAGES = 'It must be a list of at most five addresses.';

/** Without addresses, the source's latest pages in the ledger are tried. */
export const RulesToTry = z.object({
  rules: PageRules,
  urls: z
    .array(safeText(8000).trim().min(1, 'An address must not be empty.'), { error: PAGES })
    .max(5, PAGES)
    .optional(),
});
export type RulesToTry = z.infer<typeof RulesToTry>;

export const RuleFinding = z.object({
  field: z.enum(RULE_FIELDS),
  found: z.string().nullable(),
  problem: z.string().nullable(),
  /** What would be used, and where it comes from: "this source's rules", "Open Graph". */
  taken: z.string().nullable(),
  from: z.string().nullable(),
});
export type RuleFinding = z.infer<typeof RuleFinding>;

export const RulesTrial = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      /** Why the page would be skipped, as a sentence. */
      problem: z.string().nullable(),
      findings: z.array(RuleFinding),
    }),
  ),
});
export type RulesTrial = z.infer<typeof RulesTrial>;
