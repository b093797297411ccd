import type { LegalFacts } from '../legal-text/legal-facts.ts';
import { DmcaFormLink, MailLink } from '../legal-text/text-links.tsx';
import type { TextSection } from '../legal-text/text-page.tsx';

/** The privacy policy's cards about what is collected and why. */
export const INFORMATION: readonly TextSection[] = [
  { id: 'commitment', title: 'Our Commitment to Privacy', Body: Commitment },
  { id: 'platform', title: 'Content Platform Disclaimer', Body: PlatformDisclaimer },
  { id: 'information', title: 'Information We Collect', Body: Collected },
  { id: 'use', title: 'How We Use Information', Body: Use },
];

function Commitment({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <p>
        What you watch is nobody's business. {facts.site} is built to know as little about you as possible:
        there are no accounts, no advertising profiles and no trackers, and we do not sell or rent personal
        data to anyone.
      </p>
      <p>
        This policy says what information {facts.operator} ("we") handles when you use the site, why, and what
        you can do about it.
      </p>
    </>
  );
}

function PlatformDisclaimer({ facts }: { facts: LegalFacts }) {
  return (
    <p>
      {facts.site} does not own, produce or host the content it shows. Videos are embedded from third parties,
      submitted by users, or aggregated from public sources. We hold no data about the people in them beyond
      what is published with the videos; anyone who wants such content removed can use the <DmcaFormLink /> or
      write to <MailLink email={facts.email} />.
    </p>
  );
}

function Collected() {
  return (
    <>
      <h3>Usage data</h3>
      <p>
        Whenever a browser asks for a page, it sends some technical data: your IP address, the type of browser
        and device, and the pages you visit; from the times of the requests, the time spent could be worked
        out. We use this to answer the request, to keep the site secure and to see faults. The software of the
        site does not write IP addresses into its logs; providers who carry our traffic may keep them for a
        short time for security.
      </p>
      <h3>Cookies</h3>
      <p>
        One small cookie remembers that you confirmed your age. The card "Cookies" below lists everything that
        is kept in your browser.
      </p>
      <h3>Analytics</h3>
      <p>
        We count how often each video and page is viewed. To count one visitor only once, we store a code
        computed from your network, your browser's name and the video, under a secret key that is thrown away
        every day. The code cannot be turned back into your IP address, does not follow you from one day to
        the next, and is deleted soon after. In the same way we note for a day which two videos were watched
        one after the other in a network, and keep only how many networks did so, if there are at least three.
        There is no third-party analytics.
      </p>
      <p>
        We also count what is searched for, so that we can see what is missing. A search counts once for each
        network and day, by codes of the same kind, without your browser's name. What was searched for is
        stored in clear only once at least five networks have searched for the same on one day, and then
        without any code; it is kept for 90 days, and may be suggested to others who type its first letters.
        The codes and their key are thrown away every day. While you type, your browser asks us for
        suggestions for what is in the search field; that is not stored.
      </p>
      <h3>Contact data</h3>
      <p>
        If you contact us, by e-mail or by a contact form, we receive your name, your e-mail address and your
        message, and keep them for as long as the matter needs.
      </p>
      <h3>DMCA notices</h3>
      <p>
        A copyright notice contains the complainant's name, e-mail address, postal address, phone number if
        given, signature and description of the work. The law requires most of this. The postal address is not
        made public; we may pass a notice on to the source of the content, as the procedure foresees.
      </p>
      <h3>What stays with you</h3>
      <p>
        Your viewing history, favourites, watch-later list, hidden tags, playback positions and past searches
        are kept only in your own browser, if at all, and you can delete them at any time. The lists are never
        sent to us. To show an entry with its current picture, a page asks us for that video by its id, as
        opening the video would; it does not say that the video is on a list.
      </p>
    </>
  );
}

function Use() {
  return (
    <>
      <p>We use the information above to:</p>
      <ul>
        <li>deliver the pages and videos you ask for, and remember that you confirmed your age;</li>
        <li>count views and see which parts of the site work well;</li>
        <li>protect the site against attacks, fraud and abuse;</li>
        <li>answer your messages;</li>
        <li>process copyright notices and meet other legal duties.</li>
      </ul>
      <p>
        Where European or similar law applies, we rely on our legitimate interest in running a safe and
        working site, on legal obligations, and on what is needed to answer your own requests. We make no
        automated decisions about you.
      </p>
    </>
  );
}
