import type { KeywordPage, Transport } from '@vesper/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Catalogue, createCatalogue } from '../../test/catalogue.ts';
import { createFakeApi } from '../../test/fake-api.ts';
import { ORIGIN, render as renderWhole, requestFor, structuredData } from '../../test/render.ts';
import { renderPage } from '../entry-server.tsx';

/** The words of a served page's middle. */
async function render(url: string, change?: (catalogue: Catalogue) => void) {
  const page = await renderWhole(url, change);
  const main = /<main.*<\/main>/s.exec(page.html)![0];
  const words = main
    .replace(/<!-- -->|<[^>]+>/g, (mark) => (/^<\/?(?:strong|a|!)/.test(mark) ? '' : ' '))
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
  return { ...page, main, words };
}

/** In their order. */
function headings(main: string, level: 1 | 2 | 3): string[] {
  return [...main.matchAll(new RegExp(`<h${level}[^>]*>(.*?)</h${level}>`, 'gs'))].map(([, text]) =>
    text!.replaceAll('&#x27;', "'"),
  );
}

afterEach(() => vi.useRealTimers());

it.each([
  ['/legal/terms', 'Terms of Service', '/legal/terms'],
  ['/legal/privacy', 'Privacy Policy', '/legal/privacy'],
  ['/legal/dmca', 'DMCA Policy', '/legal/dmca'],
  ['/legal/2257', 'Record-Keeping Compliance Statement', '/legal/2257'],
  ['/legal/anything', 'Terms of Service', '/legal/terms'],
  ['/legal', 'Terms of Service', '/legal/terms'],
  ['/contact', 'Contact Us', '/contact'],
  ['/help', 'Help Center', '/help'],
  ['/dmca', 'DMCA Policy', '/dmca'],
  ['/dmca/submit?url=/video/video-1', 'Submit DMCA Takedown Request', '/dmca/submit'],
  ['/privacy-policy', 'Privacy Policy', '/privacy-policy'],
  ['/terms', 'Terms of Service', '/terms'],
])('%s is served as "%s"', async (url, title, canonical) => {
  const { status, head, main } = await render(url);
  expect(status).toBe(200);
  expect(headings(main, 1)).toEqual([title]);
  expect(head).toContain(`<title>${title} | Vesper</title>`);
  expect(head).toContain(`<link rel="canonical" href="${ORIGIN}${canonical}">`);
  expect(head).toMatch(/<meta name="description" content="[^"]{30,170}">/);
  const trail = structuredData(head).find((thing) => thing['@type'] === 'BreadcrumbList');
  expect(JSON.stringify(trail)).toContain(`${ORIGIN}${canonical}`);
});

it.each(['/terms', '/privacy-policy'])("%s shows today's date in UTC, or the pinned one", async (url) => {
  vi.useFakeTimers({ now: new Date('2026-11-21T23:59:00Z'), toFake: ['Date'] });
  expect((await render(url)).words).toContain('Last Updated: November 21, 2026');
  vi.setSystemTime(new Date('2026-11-22T00:01:00Z'));
  expect((await render(url)).words).toContain('Last Updated: November 22, 2026');
  const { words } = await render(url, ({ config }) => {
    config.legal = { ...config.legal, updatedOn: '2025-03-01' };
  });
  expect(words).toContain('Last Updated: March 1, 2025');
});

it('/terms has every card, fact and link', async () => {
  const { main, words } = await render('/terms', ({ config }) => {
    config.legal = { ...config.legal, operator: 'Loop Ltd', governingLaw: 'the Republic of Julia' };
  });
  expect(headings(main, 2)).toEqual([
    'Agreement to Terms',
    'Content Platform Disclaimer',
    'Age Restriction (18+)',
    'Acceptable Use',
    'Disclaimer of Warranties',
    'Limitation of Liability',
    'Indemnification',
    'DMCA Compliance',
    'Third-Party Content',
    'Termination',
    'Governing Law',
    'Changes to These Terms',
    'Contact Us',
  ]);
  for (const fact of [
    'does not own, produce or host',
    'at least 18 years old',
    '100 US dollars',
    'malware',
    'harass',
    'unauthorized access',
    'scrape',
    'impersonate',
    'depicts minors',
    'non-consensual acts',
    'terminate or suspend access to the site at any time',
    'Loop Ltd',
    'the laws of the Republic of Julia',
    'contact@vesper.example',
  ])
    expect(words).toContain(fact);
  for (const path of ['/privacy-policy', '/dmca', '/dmca/submit']) expect(main).toContain(`href="${path}"`);
});

const TEXTS = [
  ...['/legal/terms', '/legal/privacy', '/legal/dmca', '/legal/2257', '/terms', '/privacy-policy', '/dmca'],
  ...['/dmca/submit', '/help', '/contact'],
];

it.each(['/legal/2257', '/dmca/submit', '/help'])('%s leads to every other text', async (url) => {
  const { main } = await render(url);
  const nav = /<nav aria-label="Legal and help".*?<\/nav>/s.exec(main)?.[0] ?? '';
  expect([...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href).toSorted()).toEqual(
    [...TEXTS, '/transparency'].toSorted(),
  );
  expect(nav).toContain(`href="${url}" aria-current="page"`);
});

it('a video leads to a notice about itself', async () => {
  const { main } = await render('/video/video-3');
  expect(main).toContain('href="/report?url=%2Fvideo%2Fvideo-3"');
  const report = await render('/report?url=%2Fvideo%2Fvideo-3');
  for (const href of ['/dmca/submit', '/report/minor', '/report/intimate-image'])
    expect(report.main).toContain(`href="${href}?url=%2Fvideo%2Fvideo-3"`);
  const form = await render('/report/minor?url=%2Fvideo%2Fvideo-3');
  expect(form.main).toContain(`>${ORIGIN}/video/video-3</textarea>`);
});

it('/privacy-policy has every card, fact and link', async () => {
  const { main, words } = await render('/privacy-policy');
  expect(headings(main, 2)).toEqual([
    'Our Commitment to Privacy',
    'Content Platform Disclaimer',
    'Information We Collect',
    'How We Use Information',
    'Cookies',
    'Third-Party Services',
    'Data Security',
    'Your Rights',
    'Age Restriction (18+)',
    'Changes to This Policy',
    'Contact Us',
  ]);
  expect(headings(main, 3)).toEqual(expect.arrayContaining(['Essential', 'Preference', 'Analytics']));
  for (const fact of [
    'IP address',
    'browser and device',
    'pages you visit',
    'time spent',
    'age_confirmed',
    'your name, your e-mail address and your message',
    'Access:',
    'Correction:',
    'Deletion:',
    'Opt-out:',
    'Objection:',
  ])
    expect(words).toContain(fact);
  for (const path of ['/terms', '/dmca', '/dmca/submit']) expect(main).toContain(`href="${path}"`);
  expect(main).toContain('href="mailto:contact@vesper.example');
});

it('/dmca has every fact that a complainant needs', async () => {
  const { main, words } = await render('/dmca');
  for (const fact of [
    'Designated DMCA Agent',
    'Takedown Procedure',
    'Counter-Notice',
    'Repeat Infringer Policy',
    'Safe Harbor',
    'within 24 hours',
    'within 24-48 hours',
    '10-14 business days',
    'First violation: the content is removed',
    'flagged for review',
    'disabled permanently',
    '$105',
    'every 3 years',
  ])
    expect(words).toContain(fact);
  for (const path of ['/dmca/submit', '/report/counter-notice']) expect(main).toContain(`href="${path}"`);
});

it("/dmca takes the agent and the fee from the domain's configuration", async () => {
  const agent = { agentName: 'Ada Example', agentAddress: '1 Loop Lane\nJulia City' };
  const { words, main } = await render('/dmca', ({ config }) => {
    config.legal = { ...config.legal, ...agent, agentPhone: '+1 (555) 010-0100', agentFeeUsd: 6 };
  });
  for (const fact of ['Ada Example', '1 Loop Lane Julia City', '$6,']) expect(words).toContain(fact);
  expect(main).toContain('href="tel:+15550100100"');
});

it('/help answers the ten topics, and tells search engines the same', async () => {
  const { main, head, words } = await render('/help');
  expect(main.match(/<details id="[a-z-]+" name="faq"/g)).toHaveLength(10);
  expect(words).toContain('2 AM');
  expect(words).toContain('HD, Full HD or 4K');
  expect(main).toMatch(/<a href="mailto:contact@vesper\.example/);
  const faq = structuredData(head).find((thing) => thing['@type'] === 'FAQPage') as {
    mainEntity: { name: string; acceptedAnswer: { text: string } }[];
  };
  expect(faq.mainEntity.map(({ name }) => name)).toEqual(headings(main, 3));
  for (const { acceptedAnswer } of faq.mainEntity) expect(words).toContain(acceptedAnswer.text);
});

it('/contact offers three ways to write, and its times', async () => {
  const { main, words } = await render('/contact');
  expect(headings(main, 2).slice(0, 3)).toEqual([
    'General Inquiries',
    'Business Inquiries',
    'Report Content',
  ]);
  expect(main.match(/href="mailto:contact@vesper\.example/g)!.length).toBeGreaterThanOrEqual(3);
  expect(main).toContain('href="/help"');
  expect(words).toContain('24-48 hours');
  expect(words).toContain('URGENT');
});

it('/legal/2257 names the custodian of records where there is one', async () => {
  const custodian = 'Records Office, 2 Loop Lane';
  expect((await render('/legal/2257')).words).toContain('held by the producer');
  const { words } = await render('/legal/2257', ({ config }) => {
    config.legal = { ...config.legal, recordsCustodian: custodian };
  });
  expect(words).toContain(custodian);
});

it('/dmca/submit has every label, hint and word', async () => {
  const { main, words } = await render('/dmca/submit');
  for (const text of [
    'DMCA Notification Form',
    'required by law',
    'Your Contact Information',
    'Full Name *',
    'Email Address *',
    'Physical Address *',
    'Required by DMCA law. This will not be made public.',
    'Phone Number (Optional)',
    'Copyright Information',
    'Description of Copyrighted Work *',
    'URL of Infringing Material *',
    'Additional Information (Optional)',
    'Legal Statements',
    'False Claims May Result in Liability',
    'Section 512(f)',
    'Electronic Signature *',
    'legally binding signature',
    'Submit DMCA Request',
    'Cancel',
    'certify',
    'legal consequences',
  ])
    expect(words).toContain(text);
  expect([...main.matchAll(/<textarea[^>]* rows="(\d)"/g)].map(([, rows]) => rows)).toEqual(['3', '4', '3']);
  expect(main.match(/type="checkbox"/g)).toHaveLength(2);
  expect(main).not.toContain('checked');
  expect(main.match(/href="\/dmca"/g)).toHaveLength(3);
});

describe('a keyword page', () => {
  it('is served with its words, videos and head', async () => {
    const { status, head, main, words } = await render('/en/calm');
    expect(status).toBe(200);
    expect(headings(main, 1)).toEqual(['calm pictures that move']);
    for (const text of ['Everything here that is calm', '24 videos', '1.2K views', 'EN', '(localized)'])
      expect(words).toContain(text);
    expect(words).toContain('Rendered with a fixed seed.');
    expect(head).toContain('<title>calm pictures that move | Vesper</title>');
    expect(head).toContain(`<link rel="canonical" href="${ORIGIN}/en/calm">`);
    expect(head).toMatch(/<meta name="keywords" content="calm, /);
    const [collection] = structuredData(head);
    const { '@type': type, inLanguage, url } = collection ?? {};
    expect([type, inLanguage, url]).toEqual(['CollectionPage', 'en', `${ORIGIN}/en/calm`]);
    expect(JSON.stringify(collection)).toContain('(localized)');
  });

  /** Serves the page of "calm" as `change` leaves the call's answer. */
  async function renderChanged(url: string, change: (answer: KeywordPage) => void) {
    const { transport, calls } = createFakeApi(createCatalogue());
    const changed: Transport = async (request) => {
      const response = await transport({ ...request, url: request.url.replace('/de/', '/en/') });
      if (!request.url.startsWith('/api/keywords/')) return response;
      const answer = JSON.parse(response.bodyText) as KeywordPage;
      change(answer);
      return { ...response, bodyText: JSON.stringify(answer) };
    };
    const { html } = await renderPage(requestFor(url, changed));
    return { html, calls };
  }

  it('has real links to its further pages', async () => {
    const { html, calls } = await renderChanged('/en/calm?page=2', ({ pagination }) => {
      Object.assign(pagination, { page: 2, totalPages: 3, totalVideos: 60, hasNextPage: true });
    });
    expect(calls).toContain('GET /api/keywords/en/calm?page=2');
    expect(html).toContain('60 videos');
    expect(html).toContain('<a href="/en/calm?page=3" aria-label="Page 3">');
    for (const [rel, query] of Object.entries({ canonical: '?page=2', prev: '', next: '?page=3' }))
      expect(html).toContain(`<link rel="${rel}" href="${ORIGIN}/en/calm${query}">`);
  });

  it('says which words are translated', async () => {
    const { html } = await renderChanged('/de/calm', ({ keyword, videos }) => {
      keyword.languageCode = 'de';
      for (const video of videos.slice(1)) video.localizedTitle = video.title;
    });
    expect(html.match(/<h3 [^>]*lang="de"[^>]*>[^<]*/g)).toEqual([expect.stringMatching(/\(localized\)$/)]);
    expect(html).toMatch(/<div lang="en"><ul class="cards/);
  });

  it('says when it has no videos', async () => {
    expect((await render('/en/empty')).words).toContain('No videos found for this keyword yet.');
  });

  it.each(['/en/nope', `/${'x'.repeat(36)}/calm`])('%s does not exist', async (url) => {
    const { status, words, head } = await render(url);
    expect(status).toBe(404);
    expect(words).toContain('Page Not Found');
    expect(words).toContain("This keyword page doesn't exist.");
    expect(head).toContain('<title>Page Not Found | Vesper</title>');
    expect(head).not.toContain('canonical');
  });

  it.each(['/admin/nope', '/api/nope'])('%s is no keyword', async (url) => {
    const { status, words, calls } = await render(url);
    expect(status).toBe(404);
    expect(words).toContain('404 Page Not Found');
    expect(calls.filter((call) => call.includes('/api/keywords'))).toEqual([]);
  });
});
