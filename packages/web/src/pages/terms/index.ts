import { pageHref } from '@vesper/contract';
import { textPage } from '../legal-text/text-page.tsx';

const TEXT = `
## Agreement to Terms {#agreement}

These terms are an agreement between you and {operator} ("we", "us"). They cover every page and service of
{site} (the "site"). By opening or using the site you accept them, together with our [Privacy Policy]. If you
do not agree, please do not use the site.

The site is free and needs no account. We give you a personal, non-exclusive, revocable permission to watch
what it shows, for your own private use and for as long as you keep to these terms.

## Content Platform Disclaimer {#platform}

**{site} does not own, produce or host the content it shows.** It is a platform on which videos can be found
and watched. All content is:

- embedded from third-party websites,
- submitted by users, or
- aggregated from publicly available sources.

The rights in a video belong to its maker or rights holder. We do not review every video before it appears,
and showing one does not mean that we endorse it or the people and companies behind it. Where we are told of
content that should not be here, we act on it as these terms and our DMCA policy say.

## Age Restriction (18+) {#age}

This site contains material for adults. **You must be at least 18 years old**, or of the age of majority where
you live if that is higher, to enter it. By confirming your age and using the site you declare that:

- you are of that age;
- watching adult material is legal where you are;
- you will not let anyone under age see the site or what it shows.

Every page carries the RTA ("Restricted to Adults") label, which parental control software recognizes. Parents
who want to keep children away from adult sites can switch on such controls in their devices, browsers and
home networks.

## Acceptable Use {#acceptable-use}

When you use the site, you agree not to:

- break any law or regulation that applies to you, or help others to do so;
- infringe copyrights, trademarks or other intellectual property rights;
- upload, link to or spread malware, viruses or other harmful code;
- harass, threaten, defame or abuse anyone;
- attempt to gain unauthorized access to the site, its servers, its administration or other people's data, or
  get around its technical protections;
- scrape, crawl or copy the site by automated means without our written permission;
- impersonate any person or company, or misstate your connection with one;
- submit or request content that depicts minors, or that shows or threatens non-consensual acts.

**Content that depicts minors or non-consensual acts is never tolerated.** It is removed at once and reported
to the competent authorities. If you see any, tell us immediately at {email: URGENT} with URGENT in the
subject, or use the [report form].

Well-behaved search engines that follow our robots.txt file are welcome.

## Disclaimer of Warranties {#warranty}

The site and everything on it are provided **"as is" and "as available"**, without warranties of any kind,
express or implied. As far as the law allows, we disclaim all warranties, including those of merchantability,
fitness for a particular purpose, title and non-infringement.

We do not promise that the site will be uninterrupted, secure or free of errors, that a particular video will
stay available, or that titles, descriptions and translations are accurate. You use the site at your own risk.

## Limitation of Liability {#liability}

As far as the law allows, {operator} and those who work for the site are not liable for indirect, incidental,
special, consequential or punitive damages, or for lost profits, data or goodwill, that arise from your use of
the site or from your being unable to use it.

Our total liability for all claims connected with the site is **limited to 100 US dollars (USD 100)**.

Some places do not allow the exclusion of certain warranties or liabilities. There, the limits above apply
only as far as they are permitted, and nothing in these terms takes away rights that the law gives you and
that cannot be waived.

## Indemnification {#indemnification}

You agree to indemnify and hold harmless {operator}, and those who work for the site, from claims, damages,
losses and costs (including reasonable lawyers' fees) that others bring against us because you broke these
terms, broke the law, or infringed someone's rights through your use of the site or through content that you
submitted.

## DMCA Compliance {#dmca}

{site} respects the rights of creators and complies with the Digital Millennium Copyright Act (17 U.S.C. 512).
Notices are reviewed, and infringing content is removed or disabled, within 24-48 hours. Sources that infringe
repeatedly are cut off.

How it works is explained in our [DMCA Policy]. To report an infringement, use the [DMCA takedown form].

## Third-Party Content {#third-parties}

The site shows content from, and may link to, websites that we do not control. We are not responsible for
their content, their availability, or how they treat your data; their own terms and privacy policies apply
when you visit them. A link or an embedded video is not a recommendation.

## Termination {#termination}

We reserve the right to terminate or suspend access to the site at any time, for anyone, with or without
notice, in particular for a breach of these terms. You can end the agreement at any time by no longer using
the site. The cards on warranties, liability, indemnification and governing law continue to apply after that.

## Governing Law {#governing-law}

These terms are governed by {law}, without regard to its rules on the conflict of laws. If you are a consumer,
this does not take away the protection of mandatory law in the country you live in. If a part of these terms
turns out to be invalid, the rest stays in force; that we do not enforce a right once does not mean that we
waive it.

## Changes to These Terms {#changes}

We may change these terms, for example when the law or the site changes. The current version is always on this
page, with its date at the top. By using the site after a change you accept the new version.

## Contact Us {#contact}

Questions about these terms? Write to us at {email}, or see the [Contact] page.`;

export const page = textPage({
  path: pageHref.terms(),
  title: 'Terms of Service',
  isDated: true,
  description: (site) =>
    `The terms under which you may use ${site}: age restriction, acceptable use, liability, copyright and your rights.`,
  lead: (site) => `What you agree to when you use ${site}, in plain words.`,
  text: TEXT,
});
