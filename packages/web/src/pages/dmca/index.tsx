import { pageHref } from '@vesper/contract';
import { FileWarning } from 'lucide-react';
import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { MailLink, textPage } from '../legal-text/text-page.tsx';

const TEXT = `
## Respect for Copyright {#respect}

{site} respects the intellectual property of others and complies with the Digital Millennium Copyright Act
("DMCA", 17 U.S.C. 512). The site does not own, produce or host the content it shows: it is embedded from
third parties, submitted by users, or aggregated from public sources. Rights holders can have their content
removed from here, quickly and free of charge.

So can anyone who appears in content without having agreed to it. For urgent cases of that kind, put URGENT in
the subject of an e-mail to {email: URGENT}.

## Designated DMCA Agent {#agent}

Notices of claimed infringement go to our designated agent:

{agent}

Agents are designated with the U.S. Copyright Office. The agent registration fee is \${fee}, and the
registration is renewed every 3 years.

This contact is for copyright matters. The fastest way to report an infringement is the [DMCA takedown form],
which asks for everything the law requires.

## Takedown Procedure {#takedown}

To be effective under 17 U.S.C. 512(c)(3), a notice must be in writing and contain these six elements:

1. the physical or electronic **signature** of the copyright owner or of someone authorized to act for them;
1. a **description of the copyrighted work** that is claimed to be infringed, or a list of the works if there
   are several;
1. the **exact address (URL) of the material** on this site, so that we can find it;
1. your **contact information**: name, postal address, e-mail address and, if you wish, phone number;
1. a statement that you have a **good faith belief** that the use is not authorized by the copyright owner,
   its agent or the law;
1. a statement that the information in the notice is **accurate** and, under penalty of perjury, that you are
   the owner or authorized to act for the owner.

[Submit a DMCA takedown request] by the form, or send these elements to the agent by e-mail or post.

**False claims have consequences.** Under Section 512(f), anyone who knowingly misrepresents that material is
infringing may be liable for damages, including costs and lawyers' fees. Please consider first whether the use
may be permitted, for example as fair use.

## What Happens After a Notice {#after}

1. We **acknowledge your notice within 24 hours** and give you its request ID.
1. We check that it has all the elements that the DMCA requires, and ask you for what is missing.
1. If the notice is valid, the content is **removed or disabled within 24-48 hours**.
1. We notify the source of the content, where there is one, so that it can respond.
1. The removal is recorded and counted under the repeat infringer policy below.

## Counter-Notice {#counter-notice}

If content that you submitted or supplied was removed by mistake or misidentification, you may send our agent
a counter-notice (17 U.S.C. 512(g)(3)). It must contain:

- your physical or electronic signature;
- what was removed, and the address where it appeared;
- a statement under penalty of perjury that you believe in good faith that it was removed by mistake or
  misidentification;
- your name, address and phone number, and your consent to the jurisdiction of the federal district court for
  your address (or, outside the United States, of any district in which we may be found), and to service of
  process by the complainant.

Send it by our [counter-notice form], or to {email: DMCA counter-notice}. We forward it to the complainant.
Unless they tell us that they have filed a court action, the content is **restored in 10-14 business days**
after we received the counter-notice.

## Repeat Infringer Policy {#repeat-infringers}

We count valid notices against each source of content. Three strikes are the limit:

1. **First violation:** the content is removed.
1. **Second violation:** the content is removed and the source is flagged for review.
1. **Third violation:** the content is removed and the source is disabled permanently.

A strike that a successful counter-notice shows to be wrong does not count.

## Safe Harbor {#safe-harbor}

{site} is a service provider in the sense of the DMCA and operates under the safe harbor of 17 U.S.C. 512.
Accordingly we:

- have a designated agent to receive notices;
- act expeditiously to remove or disable material when we learn that it infringes;
- have no actual knowledge of infringing material that we leave in place;
- receive no financial benefit directly attributable to infringement that we could control;
- end the access of repeat infringers, as described above;
- respect the standard technical measures by which owners identify and protect their works.

The law does not oblige us to monitor content, but it does oblige us to act on notices, and we do.

## Contact {#contact}

Copyright questions: {email: Copyright question}. Reports: [DMCA takedown form]. Anything else: [Contact].

Related pages: [Terms of Service], [Privacy Policy].`;

export const page = textPage({
  path: pageHref.dmca(),
  title: 'DMCA Policy',
  description: (site) =>
    `Copyright policy of ${site}: designated agent, takedown procedure, counter-notice, repeat infringer policy and safe harbor.`,
  lead: (site) => `How ${site} handles claims of copyright infringement, and how to make one.`,
  text: TEXT,
  blocks: { agent: Agent },
  action: (
    <a href={pageHref.dmcaSubmit()} className="button primary primary-hover mt-5 print:hidden">
      <FileWarning aria-hidden className="size-4" />
      Submit DMCA Takedown Request
    </a>
  ),
});

function Agent({ agent, email, operator }: LegalFacts) {
  return (
    <>
      <address className="rounded-lg border border-line bg-ground p-4 not-italic">
        <strong>{agent.name}</strong>
        <br />
        for {operator}
        <br />
        {agent.address && <span className="block whitespace-pre-line">{agent.address}</span>}
        E-mail: <MailLink email={email} subject="DMCA notice" />
        {agent.phone && (
          <>
            <br />
            Phone: <a href={`tel:${agent.phone.replace(/[^+\d]/g, '')}`}>{agent.phone}</a>
          </>
        )}
      </address>
      {!agent.address && <p>The agent's postal address is given on request by e-mail.</p>}
    </>
  );
}
