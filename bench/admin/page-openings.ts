import {
  type AdminPageName,
  AUDIT_OUTCOMES,
  BLOCK_KINDS,
  type Client,
  DECISIONS,
  DMCA_FILTERS,
  DOWNLOAD_STATUSES,
  DUPLICATE_OUTCOMES,
  MEDIA_STEPS,
} from '@vesper/contract';
import type { Subject } from './subject.ts';
import { videoOpenings } from './video-openings.ts';

export type Ask = (client: Client) => Promise<unknown>;

/** One way to open a page: the calls that it makes then, after the question who is signed in. */
export interface Opening {
  name: string;
  calls: Ask[];
}

/** Each page of the back office as it opens, with its filters and far down its lists; in step with web/src/admin/pages. */
export const PAGE_OPENINGS: Record<AdminPageName, (subject: Subject) => Opening[]> = {
  dashboard: () =>
    asItOpens(
      (client) => client.statistics.totals(),
      (client) => client.statistics.charts({ span: '24h' }),
      (client) => client.crawler.status(),
      (client) => client.sources.list(),
      (client) => client.crawler.runs({ limit: 5 }),
      (client) => client.sitemapCrawls.source(),
      (client) => client.downloads.counts(),
      (client) => client.catalogue.counts(),
      (client) => client.downloads.list({ limit: 10 }),
      (client) => client.downloads.list({ status: 'processing', limit: 5 }),
      (client) => client.mails.outbox(),
      (client) => client.takedowns.list({ status: 'all', limit: 10 }),
      (client) => client.keywords.list(),
      (client) => client.keywords.list({ limit: 200 }),
      (client) => client.languages.list(),
      (client) => client.translations.runs({ limit: 20 }),
      (client) => client.translations.translator(),
    ),
  duplicates: () =>
    [undefined, ...DUPLICATE_OUTCOMES].map((outcome) => ({
      name: outcome ?? 'all',
      calls: [(client) => client.duplicates.list({ limit: 25, ...(outcome ? { outcome } : {}) })],
    })),
  login: () => asItOpens(),
  moveIns: () => asItOpens((client) => client.moveIns.list()),
  // None was moved in: their rows are bounded by the folder, not by the catalogue.
  moveIn: () => asItOpens(),
  blockList: () => [
    ...BLOCK_KINDS.map((kind) => ({
      name: kind,
      calls: [
        (client: Client) => client.blockList.list({ kind, limit: 50 }),
        (client: Client) => client.blockList.lists(),
      ],
    })),
    {
      name: 'search',
      calls: [(client) => client.blockList.list({ search: 'https://charts.example/watch/1' })],
    },
  ],
  mailTexts: () =>
    asItOpens(
      async (client) => {
        const [domain] = await client.domainSettings.list();
        return client.caseMails.list({ domainId: domain?.id ?? '' });
      },
      (client) => client.languages.list(),
    ),
  videos: videoOpenings,
  video: ({ video }) =>
    asItOpens(
      (client) => client.catalogue.get({ id: video }),
      // Its film is not in any storage: what the database is asked is the same.
      (client) => client.mediaJobs.posters({ id: video }).catch(() => undefined),
      (client) => client.categories.list(),
    ),
  categories: ({ deepTag, commonTag, rareTag }) => {
    const around: Ask[] = [
      (client) => client.topics.get(),
      (client) => client.topics.tagRules(),
      (client) => client.topics.moves(),
    ];
    const tags = (query: { search: string; after?: string }): Ask[] => [
      ...around,
      (client) => client.topics.tags({ limit: 25, ...query }),
    ];
    return [
      { name: 'as it opens', calls: tags({ search: '' }) },
      { name: 'tags far down', calls: tags({ search: '', after: deepTag }) },
      { name: 'tags: a common beginning', calls: tags({ search: 'set' }) },
      { name: 'tags: a common one', calls: tags({ search: commonTag }) },
      { name: 'tags: a rare one', calls: tags({ search: rareTag }) },
      { name: 'tags: none', calls: tags({ search: 'xyzzy' }) },
    ];
  },
  sources: () => asItOpens((client) => client.sources.list()),
  source: ({ largeSource, smallSource }) =>
    [largeSource, smallSource].map((id, at) => ({
      name: at === 0 ? 'the largest' : 'the smallest',
      calls: [
        (client) => client.sources.get({ id }),
        (client) => client.health.survival({ id }),
        (client) => client.takedowns.strikes({ id }),
      ],
    })),
  crawler: ({ deepRun, address }) => {
    const runs = (query: { before?: string }): Ask[] => [
      (client) => client.crawler.status(),
      (client) => client.crawler.runs({ limit: 50, ...query }),
    ];
    return [
      { name: 'as it opens', calls: runs({}) },
      { name: 'runs far down', calls: runs({ before: deepRun }) },
      { name: 'why an address is not here', calls: [(client) => client.ledger.why({ url: address })] },
    ];
  },
  crawlerRun: ({ run, deepDecision }) => {
    const ledger = (name: string, query: object): Opening => ({
      name,
      calls: [
        (client) => client.crawler.run({ id: run }),
        (client) => client.sources.list(),
        (client) => client.ledger.ofRun({ id: run, ...query }),
      ],
    });
    return [
      ledger('as it opens', {}),
      ledger('far down', { after: deepDecision }),
      ...DECISIONS.map((decision) => ledger(`decision ${decision}`, { decision })),
      ...DECISIONS.map((decision) =>
        ledger(`decision ${decision}, far down`, { decision, after: deepDecision }),
      ),
    ];
  },
  jobs: (subject) => [...downloadOpenings(subject), ...mediaOpenings(subject)],
  job: ({ download }) => [
    {
      name: 'as it opens',
      calls: [(client) => client.jobs.timeline({ id: download }), (client) => client.sources.list()],
    },
  ],
  cases: ({ deepNotice }) => [
    ...asItOpens((client) => client.casework.list({ state: 'open', order: 'due', limit: 50 })),
    {
      name: 'all, far down',
      calls: [(client) => client.casework.list({ state: 'all', limit: 50, after: deepNotice })],
    },
  ],
  case: ({ notice, video }) =>
    asItOpens(
      (client) => client.casework.get({ id: notice }),
      (client) => client.catalogue.get({ id: video }),
      (client) => client.audit.list({ subject: notice, limit: 100 }),
      (client) => client.proposals.list({ caseId: notice }),
    ),
  takedowns: ({ deepNotice }) =>
    DMCA_FILTERS.flatMap((status) => [
      { name: status, calls: [(client) => client.takedowns.list({ status, limit: 50 })] },
      {
        name: `${status}, far down`,
        calls: [(client) => client.takedowns.list({ status, limit: 50, before: deepNotice })],
      },
    ]),
  takedown: ({ notice }) => asItOpens((client) => client.takedowns.get({ id: notice })),
  keywords: (subject) => keywordOpenings(subject),
  searches: () => [
    { name: 'as it opens', calls: [(client) => client.searches.list({ limit: 100 })] },
    {
      name: 'all of ninety days',
      calls: [(client) => client.searches.list({ limit: 100, from: '2000-01-01', state: 'all' })],
    },
  ],
  refusedTerms: () => [
    {
      name: 'as it opens',
      calls: [(client) => client.refusals.get(), (client) => client.refusals.terms({ limit: 50 })],
    },
  ],
  synonyms: () =>
    asItOpens(
      (client) => client.synonyms.list(),
      (client) => client.domainSettings.list(),
    ),
  languages: () => {
    const calls: Ask[] = [
      (client) => client.languages.list(),
      (client) => client.translations.translator(),
      (client) => client.translations.runs({ limit: 20 }),
    ];
    return [
      { name: 'as it opens', calls },
      { name: 'runs far down', calls: [(client) => client.translations.runs({ limit: 20, before: 1500 })] },
      {
        name: 'runs of a language',
        calls: [(client) => client.translations.runs({ limit: 1, languageCode: 'es' })],
      },
      { name: 'errors of a run', calls: [(client) => client.translations.errors({ id: '3000', limit: 50 })] },
    ];
  },
  howItIs: () =>
    asItOpens(
      (client) => client.operation.report(),
      (client) => client.statistics.charts({ span: '24h' }),
    ),
  charts: () =>
    (['24h', '30d', 'year'] as const).map((span) => ({
      name: span,
      calls: [(client) => client.statistics.charts({ span })],
    })),
  domains: () => asItOpens((client) => client.domainSettings.list()),
  domain: ({ domain }) => asItOpens((client) => client.domainSettings.get({ id: domain })),
  searchEngines: () =>
    asItOpens(
      (client) => client.domainSettings.list(),
      (client) => client.indexing.states({}),
      (client) => client.indexing.sitemaps({}),
      (client) => client.indexing.visits(),
    ),
  settings: () => asItOpens((client) => client.settings.list()),
  administrators: ({ deepSession }) => {
    const sessions = (name: string, query: { whose: 'yours' | 'everyone'; before?: string }): Opening => ({
      name,
      calls: [
        (client) => client.administrators.list(),
        (client) => client.adminSessions.list(query),
        (client) => client.account.get(),
      ],
    });
    return [
      sessions('as it opens', { whose: 'yours' }),
      sessions('everyone’s sessions', { whose: 'everyone' }),
      sessions('everyone’s sessions, far down', { whose: 'everyone', before: deepSession }),
    ];
  },
  tokens: () => asItOpens((client) => client.tokens.list()),
  api: () => asItOpens((client) => client.apiDocument.openApi()),
  audit: (subject) => auditOpenings(subject),
};

/** A page that opens in one way. */
function asItOpens(...calls: Ask[]): Opening[] {
  return [{ name: 'as it opens', calls }];
}

/** Every pair of values, unless both are of the same filter. */
export function pairsOf<Value extends object>(singles: readonly Value[]): Value[] {
  return singles.flatMap((one, at) =>
    singles
      .slice(at + 1)
      .filter((other) => Object.keys(other).every((name) => !(name in one)))
      .map((other) => ({ ...one, ...other })),
  );
}

export function nameOf(filter: object): string {
  const words = Object.entries(filter).map(([name, value]) => `${name} ${value}`);
  return words.length > 0 ? words.join(', ') : 'as it opens';
}

/** Of several that exclude each other, as of a filter's values, the calls take one. */
const SCOPES = ['sourceId', 'runId', 'rerunId', 'videoId', 'search'];
const isOneScope = (filter: object) => Object.keys(filter).filter((name) => SCOPES.includes(name)).length < 2;

/** A list with no filter, each filter and each pair of them: from its top, and far down. */
function listOpenings(
  list: string,
  singles: readonly object[],
  before: string | number,
  callsOf: (filter: object, key: object) => Ask[],
): Opening[] {
  return [{}, ...singles, ...pairsOf<object>(singles).filter(isOneScope)].flatMap((filter) => [
    { name: `${list}${nameOf(filter)}`, calls: callsOf(filter, {}) },
    { name: `${list}${nameOf(filter)}, far down`, calls: callsOf(filter, { before }) },
  ]);
}

function downloadOpenings(subject: Subject): Opening[] {
  const { largeSource, smallSource, run, video, host, address, deepDownload } = subject;
  const singles = [
    ...DOWNLOAD_STATUSES.map((status) => ({ status })),
    ...(['network', 'unexpected'] as const).map((errorClass) => ({ errorClass })),
    ...[largeSource, smallSource, 'manual'].map((sourceId) => ({ sourceId })),
    ...[
      { runId: run },
      { videoId: video },
      { search: host },
      { search: 'h' },
      { search: address },
      { search: 'xyzzy' },
    ],
  ];
  return listOpenings('downloads, ', singles, deepDownload, (filter, key) => [
    (client) => client.sources.list(),
    (client) => client.downloads.counts(),
    (client) => client.downloads.failures(),
    (client) => client.downloads.list({ limit: 50, ...filter, ...key }),
    // Asked before something is done to all of them.
    (client) => client.downloads.count(filter),
  ]);
}

function mediaOpenings({
  largeSource,
  smallSource,
  video,
  commonWord,
  deepMediaPosition,
}: Subject): Opening[] {
  const singles = [
    ...DOWNLOAD_STATUSES.map((status) => ({ status })),
    ...(['network', 'unexpected'] as const).map((errorClass) => ({ errorClass })),
    ...MEDIA_STEPS.map((step) => ({ step })),
    ...[largeSource, smallSource].map((sourceId) => ({ sourceId })),
    ...[{ rerunId: '7' }, { videoId: video }, { search: commonWord }],
  ];
  return listOpenings('media jobs, ', singles, deepMediaPosition, (filter, key) => [
    (client) => client.sources.list(),
    (client) => client.mediaJobs.counts(),
    (client) => client.mediaJobs.failures(),
    (client) => client.mediaJobs.list({ ...filter, ...key }),
    (client) => client.mediaJobs.count(filter),
  ]);
}

function keywordOpenings({ commonWord, keyword, deepLink, deepKeywordPosition }: Subject): Opening[] {
  const singles = [
    ...[commonWord, '49', '7777', 'keyword', 'xyzzy'].map((search) => ({ search })),
    ...['en', 'es', 'fr'].map((languageCode) => ({ languageCode })),
    ...(['true', 'false'] as const).map((enabled) => ({ enabled })),
  ];
  const lists = listOpenings('', singles, deepKeywordPosition, (filter, key) => [
    (client) => client.keywords.list({ limit: 50, ...filter, ...key }),
    (client) => client.languages.list(),
  ]);
  const links = [{}, { after: deepLink }].map((key) => ({
    name: `its videos${'after' in key ? ', far down' : ''}`,
    calls: [(client: Client) => client.keywords.videos({ keywordId: keyword, ...key })],
  }));
  return [...lists, ...links];
}

function auditOpenings({ video, deepAuditSeq }: Subject): Opening[] {
  const singles = [
    ...['administrator-7', 'nobody'].map((administrator) => ({ administrator })),
    ...['catalogue.change', 'admin.login', 'nothing.done'].map((action) => ({ action })),
    { subject: video },
    ...AUDIT_OUTCOMES.map((outcome) => ({ outcome })),
    ...[{ since: '2024-06-01' }, { since: '2026-11-01' }, { until: '2024-06-01' }],
  ];
  return listOpenings('', singles, deepAuditSeq, (filter, key) => [
    (client) => client.audit.list({ limit: 50, ...filter, ...key }),
  ]);
}
