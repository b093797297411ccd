import { pageHref } from '@vesper/contract';
import type { Page, PageAddress } from '../../shell/page.ts';
import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { type Text, TextPage } from '../legal-text/text-page.tsx';

const TERMS = `
## The Agreement {#agreement}

By using {site} you agree to the full [Terms of Service] and to the [Privacy Policy]. You must be 18 years or
older, and of the age of majority where you live. The site is free and needs no account.

## The Content {#content}

{site} does not own, produce or host the content it shows. It is embedded from third parties, submitted by
users, or aggregated from public sources. You may watch it for your own private use.

## The Rules {#rules}

Do nothing illegal here: no infringement of others' rights, no malware, no harassment, no unauthorized access,
no scraping, no impersonation, and above all no content that depicts minors or non-consensual acts. We may
terminate or suspend access at any time.

## Responsibility {#responsibility}

The site is provided "as is", without warranties. As far as the law allows, our liability is limited to 100 US
dollars. The terms are governed by {law}. Questions: {email}.`;

const PRIVACY = `
## As Little as Possible {#little}

There are no accounts, no trackers and no third-party analytics. Views are counted by a keyed code that cannot
be turned back into your IP address and whose key is thrown away every day. We do not sell data. The full
[Privacy Policy] says more.

## What Stays in Your Browser {#browser}

A cookie and a local storage entry remember that you confirmed your age; local storage remembers your theme.
History, favourites and similar lists stay in your browser. To show their pictures, a page requests the videos like any others, without saying that they are on a list.

## What You Send Us {#contact}

Messages and copyright notices you send us are used to answer them and to meet the law. You may ask for
access, correction or deletion, opt out, or object, by writing to {email: Privacy request}.`;

const DMCA = `
## Reporting an Infringement {#report}

If your copyrighted work is shown on {site} without permission, use the [DMCA takedown form] or write to our
agent at {email: DMCA notice}. Knowingly false claims may result in liability under Section 512(f).

## What We Do, and When {#times}

Notices are acknowledged within 24 hours and reviewed, and infringing content is removed or disabled, within
24-48 hours. A source's first violation removes the content, the second flags the source for review, and the
third disables the source permanently.

## Objecting to a Removal {#counter-notice}

The supplier of the content may send a counter-notice; unless the complainant goes to court, it is restored in
10-14 business days. All details are in the full [DMCA Policy].`;

const RECORD_KEEPING = `
## 18 U.S.C. 2257 Statement {#statement}

Neither {site} nor {operator} is a producer, primary or secondary, of any of the visual content found here, as
those terms are defined in 18 U.S.C. 2257 and 2257A and in 28 C.F.R. 75.1. The site does not own, produce or
host this content: it is embedded from third parties, submitted by users, or aggregated from public sources,
and the activities of the site are limited to making it available for viewing.

The record-keeping requirements therefore rest with the producers of the content. We ask all sources to offer
only material that shows persons who were at least 18 years old when it was made and who agreed to it, with
records kept as the law requires.

## Where the Records Are {#records}

{custodian}

For questions about the records of a particular video, write to {email: 2257 records} with its address on this
site. We will help to identify its source.

## Zero Tolerance {#minors}

Content that depicts minors is never tolerated. It is removed at once and reported to the competent
authorities. If you see anything of which you doubt that everyone shown was 18 or older, or that everyone
agreed, tell us immediately: {email: URGENT}, or [the report form].`;

type LegalName = Parameters<typeof pageHref.legal>[0];

const TEXTS: Record<LegalName, Pick<Text, 'title' | 'lead' | 'text' | 'blocks'>> = {
  terms: {
    title: 'Terms of Service',
    lead: (site) => `The terms of ${site} in brief. The full terms are what counts.`,
    text: TERMS,
  },
  privacy: {
    title: 'Privacy Policy',
    lead: (site) => `How ${site} treats your data, in brief. The full policy has the details.`,
    text: PRIVACY,
  },
  dmca: {
    title: 'DMCA Policy',
    lead: (site) => `How ${site} handles copyright claims, in brief. The full policy has the details.`,
    text: DMCA,
  },
  2257: {
    title: 'Record-Keeping Compliance Statement',
    lead: (site) => `Statement of ${site} on 18 U.S.C. 2257, 2257A and 28 C.F.R. Part 75.`,
    text: RECORD_KEEPING,
    blocks: { custodian: Custodian },
  },
};

/** Anything unknown is the terms. */
function textOf(page = ''): Text {
  const name = Object.hasOwn(TEXTS, page) ? (page as LegalName) : 'terms';
  return { path: pageHref.legal(name), description: TEXTS[name].lead, ...TEXTS[name] };
}

export const page: Page = {
  loadDescribe: async () => {
    const { describeText } = await import('../legal-text/describe-text.ts');
    return (context) => describeText(textOf(context.params.page))(context);
  },
  Component: ({ params }: PageAddress) => <TextPage key={params.page} {...textOf(params.page)} />,
};

function Custodian({ recordsCustodian }: LegalFacts) {
  if (!recordsCustodian)
    return (
      <p>
        Records required by 18 U.S.C. 2257 are held by the producer of each video, or by the custodian whom
        the producer names at the source.
      </p>
    );
  return (
    <>
      <p>For content to which the requirements do apply to us, records are kept by:</p>
      <address className="rounded-lg border border-line bg-ground p-4 whitespace-pre-line not-italic">
        {recordsCustodian}
      </address>
    </>
  );
}
