import { pageHref } from '@vesper/contract';
import { textPage } from '../legal-text/text-page.tsx';

const TEXT = `
## Our Commitment to Privacy {#commitment}

What you watch is nobody's business. {site} is built to know as little about you as possible: there are no
accounts, no advertising profiles and no trackers, and we do not sell or rent personal data to anyone.

This policy says what information {operator} ("we") handles when you use the site, why, and what you can do
about it.

## Content Platform Disclaimer {#platform}

{site} does not own, produce or host the content it shows. Videos are embedded from third parties, submitted
by users, or aggregated from public sources. We hold no data about the people in them beyond what is published
with the videos; anyone who wants such content removed can use the [DMCA takedown form] or write to {email}.

## Information We Collect {#information}

### Usage data

Whenever a browser asks for a page, it sends some technical data: your IP address, the type of browser and
device, and the pages you visit; from the times of the requests, the time spent could be inferred. We use
this to answer the request, to keep the site secure and to find faults. The software of the site does not write
IP addresses into its logs; providers who carry our traffic may keep them for a short time for security.

### Cookies

One small cookie remembers that you confirmed your age. The card "Cookies" below lists everything that is kept
in your browser.

### Analytics

We count how often each video and page is viewed. To count one visitor only once, we store a code computed
from your network, your browser's name and the video, under a secret key that is thrown away every day. The
code cannot be turned back into your IP address, does not follow you from one day to the next, and is deleted
soon after. In the same way we note for a day which two videos were watched one after the other in a network,
and keep only how many networks did so, if there are at least three. There is no third-party analytics.

We also count searches, so that we can see what is missing. A search counts once for each network
and day, by codes of the same kind, without your browser's name. The words of a search are stored in readable form only once at least five networks have searched for the same words on one day, and then without any code; they are kept for 90 days, and may be suggested to others who type the first letters. The codes and their key are thrown away
every day. While you type, your browser asks us for suggestions for what is in the search field; that is not
stored.

### Contact data

If you contact us, by e-mail or by a contact form, we receive your name, your e-mail address and your message,
and keep them for as long as the matter needs.

### DMCA notices

A copyright notice contains the complainant's name, e-mail address, postal address, phone number if given,
signature and description of the work. The law requires most of this. The postal address is not made public;
we may pass a notice on to the source of the content, as the procedure foresees.

### What stays with you

Your viewing history, favourites, watch-later list, hidden tags, playback positions and past searches are kept
only in your own browser, if at all, and you can delete them at any time. The lists are never sent to us. To show an entry with its current picture, a page requests that video by its id, as opening the video would, without saying that it is on a list.

## How We Use Information {#use}

We use the information above to:

- deliver the pages and videos you ask for, and remember that you confirmed your age;
- count views and see which parts of the site work well;
- protect the site against attacks, fraud and abuse;
- answer your messages;
- process copyright notices and meet other legal duties.

Where European or similar law applies, we rely on our legitimate interest in running a safe and working site,
on legal obligations, and on what is needed to answer your own requests. We make no automated decisions about
you.

## Cookies {#cookies}

### Essential

The cookie |age_confirmed| remembers for a year that you confirmed being 18 or older, so that you are not
asked on every page. The same mark is kept in your browser's local storage. Administrators who sign in also
get a session cookie; visitors never do.

### Preference

The following stays in your browser and does not reach our servers; a takedown notice does once you send it.

- Database (IndexedDB) |library|: your history with playback positions, favourites, watch-later list and
  hidden tags.
- Local storage: |age_confirmed| (see above), |theme| (light or dark), |library| (whether that database holds
  anything), |searches| (your last searches, which the search field offers you again and where you can remove
  them), |player_shortcuts| (if you switched the player's keys off), |player_next| (if you want the next video
  to play by itself), |media-chrome-pref-volume|, |media-chrome-pref-muted| and
  |media-chrome-pref-subtitles-lang| (the player's volume, sound and language of captions).
- Session storage, which goes with the tab: |private_session| (while a private session is on) and
  |dmca-notice| (a takedown notice you are typing, until it is sent).

### Analytics

We set no analytics cookies. Views are counted without any, as described above.

You can delete or block all of these in your browser's settings. Without the age cookie the site will ask for
your confirmation again.

## Third-Party Services {#third-parties}

The pages of {site} load no scripts, fonts, advertising or trackers from other companies. There are no social
media buttons that report your visit.

Some pictures and videos are held by their source or by a storage provider. When your browser fetches one of
these, that server learns your IP address and browser type, as any server does; we do not tell it who you are.
When you follow a link to another website, that site's own privacy policy applies.

We share information with others only where a service provider needs it to run the site for us, where a
copyright notice has to be passed on, or where the law obliges us.

## Data Security {#security}

We protect what little data we hold by technical and organizational measures: strict limits on what pages may
load, access for administrators only, and short storage times. No way of sending or storing data is perfectly
secure, so we cannot promise absolute security.

## Your Rights {#rights}

Depending on where you live, you have some or all of these rights:

- **Access:** to know whether we hold data about you, and to get a copy.
- **Correction:** to have wrong data put right.
- **Deletion:** to have your data erased, unless the law obliges us to keep it.
- **Opt-out:** to decline cookies and other storage in your browser's settings, and any use of your data that
  is based on consent.
- **Objection:** to object to our use of your data, and to complain to your data protection authority.

To exercise a right, write to {email: Privacy request}. As there are no accounts, we may need details that let
us find your data. We do not treat you differently for asking.

## Age Restriction (18+) {#age}

This site is for adults of **18 years or older** only. We do not knowingly collect information from anyone
under 18. If you believe that a minor has sent us personal data, tell us and we will delete it.

## Changes to This Policy {#changes}

We may update this policy when the site or the law changes. The current version is always on this page, with
its date at the top; please look at it from time to time.

## Contact Us {#contact}

Responsible for this site: {operator}. For questions about privacy, write to {email} or see the [Contact]
page.

Related pages: [Terms of Service], [DMCA Policy], [DMCA takedown form].`;

export const page = textPage({
  path: pageHref.privacyPolicy(),
  title: 'Privacy Policy',
  isDated: true,
  description: (site) =>
    `How ${site} handles information about visitors: no accounts, no trackers, what is collected and why, and your rights.`,
  lead: (site) => `What ${site} learns about you when you visit, and what it does not.`,
  text: TEXT,
});
