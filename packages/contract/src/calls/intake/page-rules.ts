import { z } from 'zod';
import { safeText } from '../../text.ts';

/** What a rule may read of a video's page. */
export const RULE_FIELDS = ['title', 'film', 'poster', 'duration', 'tags'] as const;
export type RuleField = (typeof RULE_FIELDS)[number];

const SELECTOR = 'A rule needs a selector.';
const ATTRIBUTE = 'It must be the name of an attribute, such as data-src.';

/** The elements of a page that a CSS selector finds, and what is read of them: an attribute, or else their text. */
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

/** How to read the pages of a source that says nothing about its videos in any form that programs know. */
export const PageRules = z.partialRecord(z.enum(RULE_FIELDS), PageRule, {
  error: 'It must be an object of rules for title, film, poster, duration and tags.',
});
export type PageRules = z.infer<typeof PageRules>;

const PAGES = 'It must be a list of at most five addresses.';

/** Rules to try, saved or not. Without addresses, the latest pages of the source in the ledger are read. */
export const RulesToTry = z.object({
  rules: PageRules,
  urls: z
    .array(safeText(8000).trim().min(1, 'An address must not be empty.'), { error: PAGES })
    .max(5, PAGES)
    .optional(),
});
export type RulesToTry = z.infer<typeof RulesToTry>;

/** What one page gave for one field. */
export const RuleFinding = z.object({
  field: z.enum(RULE_FIELDS),
  /** What the rule found; null if nothing, or without a rule. */
  found: z.string().nullable(),
  /** Why the rule found nothing, as a sentence. */
  problem: z.string().nullable(),
  /** What would be taken in the end, and from where: "this source's rules", "Open Graph". */
  taken: z.string().nullable(),
  from: z.string().nullable(),
});
export type RuleFinding = z.infer<typeof RuleFinding>;

export const RulesTrial = z.object({
  pages: z.array(
    z.object({
      url: z.string(),
      /** Why the page would not be taken, as a sentence. */
      problem: z.string().nullable(),
      /** Empty if the page was not read. */
      findings: z.array(RuleFinding),
    }),
  ),
});
export type RulesTrial = z.infer<typeof RulesTrial>;
