import { today } from './today.ts';
import type { Reading } from './words.ts';

const FORM_LINK = { 'Report Copyright': '/dmca/submit' };
const DATED = () => [/Last Updated/i, today()];

/** The text pages. Where only the facts are fixed, the facts are checked. */
export const TEXT_PAGES: readonly Reading[] = [
  {
    route: '/legal/terms',
    state: 'full',
    words: ['Terms of Service', /18/],
    links: FORM_LINK,
    count: { '#root h1': 1 },
  },
  { route: '/legal/privacy', state: 'full', words: ['Privacy Policy', /cookie/i] },
  { route: '/legal/dmca', state: 'full', words: [/DMCA Policy/i, '24-48 hours'] },
  { route: '/legal/2257', state: 'full', words: [/record-?\s?keeping/i, '2257', /18 U\.?\s?S\.?\s?C/i] },
  { route: '/legal/anything-else', state: 'falls back to the terms', words: ['Terms of Service'] },
  {
    route: '/contact',
    state: 'full',
    words: [
      ...[/general inquiries/i, /business inquiries/i, /report content/i],
      ...[/24-48\s+hours/, 'URGENT', /urgent matters/i],
    ],
    count: { 'main a[href^="mailto:"]': 4, 'main a[href="/help"]:not(nav *)': 1 },
  },
  {
    route: '/help',
    state: 'full',
    words: [
      ...[/free/i, /account/i, /daily|new content/i, /download/i, /search/i, /quality/i],
      ...[/report/i, /duplicate/i, /request/i, /privacy/i],
    ],
    count: { 'main details': 10, 'main details[open]': 0, 'main a[href^="mailto:"]': 1 },
  },
  {
    route: '/dmca',
    state: 'full',
    words: ({ config }) => [
      ...[/DMCA Policy/i, /agent/i, config.contactEmail],
      ...[/within 24 hours/i, '24-48 hours', '10-14 business days'],
      ...[/counter-notice/i, /repeat.infringer/i, /safe.harbor/i, /three strikes/i],
      ...[/first violation/i, /second violation/i, /flagged for review/i],
      ...[/third violation/i, /disabled permanently/i],
      ...['$105', /every 3 years/i],
    ],
    links: { 'Submit DMCA Takedown Request': '/dmca/submit' },
  },
  {
    route: '/privacy-policy',
    state: 'full',
    words: () => [
      'Privacy Policy',
      ...DATED(),
      ...[/commitment/i, /content platform disclaimer/i, /information we collect/i, /how we use/i],
      ...[/IP address/i, /browser/i, /device/i, /pages/i, /time spent/i, /analytics/i, /contact data/i],
      ...[/essential/i, /preference/i, /third-party services/i, /data security/i],
      ...[/access/i, /correction/i, /deletion/i, /opt[- ]?out/i, /objection|object/i],
      ...[/age restriction/i, /18/, /changes to/i, /contact/i],
    ],
    count: { 'main:has(a[href="/terms"]):has(a[href="/dmca"]):has(a[href="/dmca/submit"])': 1 },
  },
  {
    route: '/terms',
    state: 'full',
    words: () => [
      'Terms of Service',
      ...DATED(),
      ...[/agreement/i, /platform disclaimer/i, /age restriction/i, /18/, /acceptable use/i],
      ...[/break any law|illegal/i, /intellectual property/i, /malware/i, /harass/i, /unauthorized access/i],
      ...[/scrap/i, /impersonat/i, /minors/i, /non-consensual/i],
      ...[/warrant/i, /liability/i, /100 (US dollars|USD)|\$100/i, /indemnif/i, /DMCA compliance/i],
      ...[/third-party content/i, /terminat/i, /suspend access .* at any time/i, /governing law/i],
      ...[/changes to/i, /contact/i],
    ],
    count: { 'main:has(a[href="/privacy-policy"]):has(a[href="/dmca"]):has(a[href="/dmca/submit"])': 1 },
  },
  {
    route: '/dmca/submit',
    state: 'full',
    words: [
      'Submit DMCA Takedown Request',
      /file a copyright infringement notification/i,
      ...['DMCA Notification Form', /fields marked (with )?\* are required by law/i],
      ...['Your Contact Information', 'Full Name *', 'Email Address *', 'Physical Address *'],
      ...['Required by DMCA law. This will not be made public.', /Phone Number \(Optional\)/i],
      ...['Copyright Information', 'Description of Copyrighted Work *', /be specific/i],
      ...['URL of Infringing Material *', /exact URL/i, /Additional Information \(Optional\)/i],
      ...['Legal Statements', 'False Claims May Result in Liability', 'Section 512(f)', /good faith/i],
      ...[/accurate/i, /under penalty of perjury/i, 'Electronic Signature *', /legally binding signature/i],
      ...['Submit DMCA Request', 'Cancel', /false statements may have legal consequences/i],
    ],
    links: { Cancel: '/dmca' },
    count: {
      'main form [type="checkbox"]': 2,
      'main form [type="checkbox"]:checked': 0,
      'main form [type="email"]': 1,
      'main form [type="url"]': 1,
      'main form textarea[name="copyrightWork"][rows="4"]': 1,
      'main form textarea[name="additionalInfo"][rows="3"]': 1,
      'main form textarea[name="complainantAddress"]': 1,
      'main a[href="/dmca"]:not(nav *)': 2,
    },
  },
  {
    route: '/nowhere',
    state: 'unknown',
    status: 404,
    words: ['404 Page Not Found', /forg[eo]t.* to add the page to the router/i],
  },
  {
    route: '/no/such/place/at/all',
    state: 'unknown',
    status: 404,
    words: ['404 Page Not Found'],
  },
  {
    route: '/library',
    state: 'empty',
    words: ['Your library', /in this browser only/i, 'No history yet'],
    links: { 'Browse videos': '/' },
  },
];
