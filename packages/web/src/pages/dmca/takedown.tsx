import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { DmcaFormLink, MailLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The policy's cards about how content comes down. */
export const TAKEDOWN: readonly TextSection[] = [
  { id: 'respect', title: 'Respect for Copyright', Body: Respect },
  { id: 'agent', title: 'Designated DMCA Agent', Body: Agent },
  { id: 'takedown', title: 'Takedown Procedure', Body: Procedure },
  { id: 'after', title: 'What Happens After a Notice', Body: After },
];

function Respect({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        {facts.site} respects the intellectual property of others and complies with the Digital Millennium
        Copyright Act ("DMCA", 17 U.S.C. 512). The site does not own, produce or host the content it shows: it
        is embedded from third parties, submitted by users, or aggregated from public sources. Rights holders
        can have their content removed from here, quickly and free of charge.
      </p>
      <p>
        So can anyone who appears in content without having agreed to it. For urgent cases of that kind, put
        URGENT in the subject of an e-mail to <MailLink email={facts.email} subject="URGENT" />.
      </p>
    </>
  );
}

function Agent({ facts: { agent, email, operator } }: { facts: LegalFacts }) {
  return (
    <>
      <p>Notices of claimed infringement go to our designated agent:</p>
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
      <p>
        Agents are designated with the U.S. Copyright Office. The agent registration fee is ${agent.feeUsd},
        and the registration is renewed every 3 years.
      </p>
      <p>
        This contact is for copyright matters. The fastest way to report an infringement is the{' '}
        <DmcaFormLink />, which asks for everything the law requires.
      </p>
    </>
  );
}

function Procedure() {
  return (
    <>
      <p>
        To be effective under 17 U.S.C. 512(c)(3), a notice must be in writing and contain these six elements:
      </p>
      <ol>
        <li>
          the physical or electronic <strong>signature</strong> of the copyright owner or of someone
          authorized to act for them;
        </li>
        <li>
          a <strong>description of the copyrighted work</strong> that is claimed to be infringed, or a list of
          the works if there are several;
        </li>
        <li>
          the <strong>exact address (URL) of the material</strong> on this site, so that we can find it;
        </li>
        <li>
          your <strong>contact information</strong>: name, postal address, e-mail address and, if you wish,
          phone number;
        </li>
        <li>
          a statement that you have a <strong>good faith belief</strong> that the use is not authorized by the
          copyright owner, its agent or the law;
        </li>
        <li>
          a statement that the information in the notice is <strong>accurate</strong> and, under penalty of
          perjury, that you are the owner or authorized to act for the owner.
        </li>
      </ol>
      <p>
        <DmcaFormLink>Submit a DMCA takedown request</DmcaFormLink> by the form, or send these elements to the
        agent by e-mail or post.
      </p>
      <p>
        <strong>False claims have consequences.</strong> Under Section 512(f), anyone who knowingly
        misrepresents that material is infringing may be liable for damages, including costs and lawyers'
        fees. Please consider first whether the use may be permitted, for example as fair use.
      </p>
    </>
  );
}

function After() {
  return (
    <ol>
      <li>
        We <strong>acknowledge your notice within 24 hours</strong> and give you its request ID.
      </li>
      <li>We check that it has all the elements that the DMCA requires, and ask you for what is missing.</li>
      <li>
        If the notice is valid, the content is <strong>removed or disabled within 24-48 hours</strong>.
      </li>
      <li>We notify the source of the content, where there is one, so that it can respond.</li>
      <li>The removal is recorded and counted under the repeat infringer policy below.</li>
    </ol>
  );
}
