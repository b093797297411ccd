/** Which way imports point: docs/architecture.md, "Import rules". */
const server = '^packages/server/src';
const tests = '\\.test\\.tsx?$|/src/test/|/test/';
const feature = `${server}/features/([^/]+)/`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A layer of the server may import those before it. */
const layers = ['lib', 'db', 'http', 'jobs', 'storage', 'features', 'pipeline', 'main'];
const mayImport = {
  lib: ['lib'],
  db: ['lib', 'db'],
  http: ['lib', 'db', 'http'],
  jobs: ['lib', 'db', 'jobs'],
  storage: ['lib', 'storage'],
  features: ['lib', 'db', 'http', 'jobs', 'storage', 'features'],
  pipeline: ['lib', 'db', 'jobs', 'storage', 'features', 'pipeline'],
};

/** Which feature may use which, through its index.ts. No circles. */
const featureImports = {
  'admin-session': ['tokens'],
  audit: [],
  tokens: [],
  'api-document': [],
  domains: [],
  search: [],
  embeds: [],
  media: ['embeds'],
  views: [],
  videos: ['embeds', 'media', 'search', 'topics', 'views'],
  topics: [],
  keywords: ['search', 'videos', 'views'],
  languages: [],
  translations: ['videos'],
  manners: [],
  readers: ['embeds'],
  sources: ['manners', 'videos'],
  ledger: ['videos'],
  'block-list': [],
  downloads: ['block-list', 'ledger', 'manners', 'readers', 'sources', 'videos'],
  'media-jobs': ['downloads', 'media', 'videos'],
  'job-timelines': ['downloads', 'media-jobs'],
  crawler: ['downloads', 'ledger', 'manners', 'readers', 'sources'],
  health: ['downloads', 'manners', 'media', 'media-jobs', 'readers', 'videos'],
  mail: [],
  catalogue: ['block-list', 'health', 'ledger', 'manners', 'media', 'search', 'translations', 'videos'],
  takedowns: ['block-list', 'downloads', 'health', 'mail', 'sources', 'videos'],
  operation: [],
  statistics: [],
  live: [],
  duplicates: ['block-list', 'downloads', 'keywords', 'takedowns', 'videos'],
};

export default {
  forbidden: [
    forbid(
      'no-circles',
      'Circles make the order of loading matter.',
      { pathNot: '/test/' },
      { circular: true },
    ),
    forbid(
      'contract-imports-zod-only',
      'The contract runs in the browser.',
      { path: '^packages/contract/src', pathNot: tests },
      { pathNot: '^packages/contract/src|^node_modules/zod/' },
    ),
    forbid(
      'web-never-server',
      'They share the contract only.',
      { path: '^packages/web' },
      { path: '^packages/server' },
    ),
    forbid(
      'server-never-web',
      'http/ssr.ts loads the built bundle.',
      { path: server },
      { path: '^packages/web' },
    ),
    forbid(
      'source-stands-alone',
      'It is somebody else’s site.',
      { path: '^packages/demo-source' },
      { path: '^packages/(server|web|contract)' },
    ),
    ...Object.entries(mayImport).map(([layer, allowed]) =>
      forbid(
        `layer-${layer}`,
        'Layers point one way.',
        { path: `${server}/${layer}/`, pathNot: tests },
        { path: `${server}/(${layers.filter((one) => !allowed.includes(one)).join('|')})/` },
      ),
    ),
    ...Object.entries(featureImports).map(([name, allowed]) =>
      forbid(
        `feature-${name}`,
        'Features use each other along a written list.',
        { path: `${server}/features/${name}/`, pathNot: tests },
        { path: feature, pathNot: `${server}/features/(${[name, ...allowed].join('|')})/` },
      ),
    ),
    forbid(
      'features-by-index',
      'A feature is used through its door.',
      { path: feature, pathNot: tests },
      { path: feature, pathNot: [`${server}/features/$1/`, `${server}/features/[^/]+/index\\.ts$`] },
    ),
    forbid(
      'features-by-index-from-outside',
      'A feature is used through its door.',
      { path: `${server}/(pipeline|main)/` },
      { path: feature, pathNot: '/index\\.ts$' },
    ),
    forbid(
      'no-tests-in-production',
      'Tests are not shipped.',
      { pathNot: `${tests}|^e2e|\\.config\\.ts$` },
      { path: tests },
    ),
    forbid(
      'fetch-through-safe-fetch',
      'Every outbound address goes through one guard.',
      { path: server, pathNot: `${tests}|${server}/lib/` },
      { path: '^(node:)?(http|https|net|tls|dns)$|^node_modules/undici/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'processes-through-run-process',
      'Argument arrays, a time limit, no shell: one file sees to it.',
      { path: '^packages/server/src', pathNot: `${tests}|lib/run-process\\.ts` },
      { path: 'child_process' },
    ),
    forbid(
      'mail-through-smtp',
      'One file says who may be spoken to, with what limits and certificates.',
      { path: '^packages/server/src', pathNot: `${tests}|lib/smtp\\.ts` },
      { path: '^node_modules/(nodemailer|smtp-server)/' },
    ),
    forbid(
      'buckets-through-storage',
      'Whoever stores a file need not know where.',
      { path: '^packages/server/src', pathNot: `${tests}|${server}/storage/s3-` },
      { path: '^node_modules/(@aws-sdk|@smithy)/' },
    ),
    forbid(
      'no-orphan-names',
      'Name a file for what it holds.',
      {},
      { path: '/(utils?|helpers?|common|types|manager)\\.tsx?$', pathNot: 'node_modules' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
