/** Which way imports point: docs/architecture.md, "Rules of imports". */
const server = '^packages/([^/]+/server|app)/';
const tests = '\\.test\\.tsx?$|\\.suite\\.ts$|/test/';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A room of the core's server side may import those named here. */
const core = {
  lib: [],
  db: ['lib'],
  http: ['lib', 'db'],
  jobs: ['lib', 'db', 'storage'],
  storage: ['lib'],
};

/** An area may import the core, and those named here: script/write-pictures.ts draws them. */
export const areaImports = {
  access: [],
  site: [],
  library: ['access', 'site'],
  intake: ['access', 'site', 'library'],
  words: ['access', 'site', 'library'],
  discovery: ['access', 'site', 'library', 'intake', 'words'],
  upkeep: ['access', 'site', 'library', 'intake', 'words'],
  notices: ['access', 'site', 'library', 'intake', 'words', 'upkeep'],
  catalogue: ['access', 'site', 'library', 'intake', 'words', 'upkeep', 'notices'],
  uploads: ['access', 'site', 'library', 'intake'],
  pipeline: ['access', 'site', 'library', 'intake', 'words', 'upkeep', 'notices', 'catalogue', 'uploads'],
};
const areas = Object.keys(areaImports);

/** A room of the pages may import those named here; pages, documents and entries may import all of them. */
const web = {
  data: [],
  styles: [],
  ui: ['data'],
  theme: ['ui'],
  library: ['data', 'ui'],
  search: ['data', 'ui', 'library'],
  cards: ['data', 'ui', 'library'],
  head: ['data', 'ui'],
  shell: ['data', 'ui', 'theme', 'library', 'head'],
  'age-gate': ['ui', 'theme', 'library', 'shell'],
  player: ['data', 'ui', 'library', 'age-gate'],
};
/** Likewise those of the back office, besides data, shell, theme and ui of the pages. */
const admin = { data: [], ui: ['data'], shell: ['data', 'ui'], pages: ['data', 'ui', 'shell'] };

export default {
  forbidden: [
    forbid(
      'no-circles',
      'Circles make the order of loading matter.',
      { pathNot: '/test/' },
      { circular: true },
    ),
    forbid(
      'contracts-import-zod-only',
      'Contracts run in the browser.',
      { path: '^packages/(contract/src|[^/]+/contract)/', pathNot: tests },
      { pathNot: '^packages/(contract/src|[^/]+/contract)/|^node_modules/zod/' },
    ),
    forbid(
      'areas-not-the-whole-contract',
      '@vesper/contract is put together from theirs.',
      { path: '^packages/[^/]+/contract/' },
      { path: '^packages/contract/' },
    ),
    forbid(
      'pages-never-server',
      'They share contracts only.',
      { path: '^packages/(web|[^/]+/admin)/', pathNot: '\\.test\\.tsx?$' },
      { path: server, pathNot: '^packages/app/(admin|contract)/' },
    ),
    forbid(
      'server-never-pages',
      'core/server/http/page-renderer.ts loads the built bundle.',
      { path: server, pathNot: '^packages/app/admin/' },
      { path: '^packages/(web|[^/]+/admin)/' },
    ),
    forbid(
      'web-without-areas',
      'The back office finds the pages of areas by their files.',
      { path: '^packages/web/src/', pathNot: tests },
      { path: `^packages/(${areas.join('|')}|app)/` },
    ),
    forbid(
      'source-stands-alone',
      'It is somebody else’s site.',
      { path: '^demo-source/' },
      { path: '^packages/' },
    ),
    ...Object.entries(core).map(([room, allowed]) =>
      forbid(
        `core-${room}`,
        'Layers point one way.',
        { path: `^packages/core/server/${room}/`, pathNot: tests },
        { path: server, pathNot: `^packages/core/server/(${[room, ...allowed].join('|')})/` },
      ),
    ),
    forbid(
      'core',
      'The core knows nothing of videos.',
      { path: '^packages/core/', pathNot: tests },
      { path: `^packages/(${areas.join('|')}|app)/` },
    ),
    ...Object.entries(areaImports).map(([area, allowed]) =>
      forbid(
        `area-${area}`,
        'Areas point one way.',
        { path: `^packages/${area}/`, pathNot: tests },
        {
          path: `^packages/(${[...areas, 'app'].filter((one) => ![area, ...allowed].includes(one)).join('|')})/`,
        },
      ),
    ),
    ...Object.entries(web).map(([room, allowed]) =>
      forbid(
        `web-${room}`,
        'Rooms of the pages point one way.',
        { path: `^packages/web/src/${room}/`, pathNot: tests },
        { path: '^packages/web/src/', pathNot: `^packages/web/src/(${[room, ...allowed].join('|')})/` },
      ),
    ),
    ...Object.entries(admin).map(([room, allowed]) =>
      forbid(
        `web-admin-${room}`,
        'Rooms of the back office point one way.',
        { path: `^packages/web/src/admin/${room}/`, pathNot: tests },
        {
          path: '^packages/web/src/',
          pathNot: `^packages/web/src/(data|shell|theme|ui|admin/(${[room, ...allowed].join('|')}))/`,
        },
      ),
    ),
    forbid(
      'admin-pages-on-the-frame',
      'What pages of areas share with visitors’ pages stands in these rooms.',
      { path: '^packages/[^/]+/admin/', pathNot: tests },
      { path: '^packages/web/src/', pathNot: '^packages/web/src/(data|shell|theme|ui|admin)/' },
    ),
    forbid(
      'web-pages-apart',
      'What pages share stands in a room of its own.',
      { path: '^packages/web/src/pages/([^/]+)/', pathNot: tests },
      {
        path: '^packages/web/src/pages/',
        pathNot: '^packages/web/src/pages/($1|legal-text|not-found|notice)/',
      },
    ),
    forbid(
      'web-visitors-never-admin',
      'Visitors load nothing of the back office.',
      { path: '^packages/web/src/', pathNot: `^packages/web/src/admin/|${tests}` },
      { path: '^packages/web/src/admin/' },
    ),
    forbid(
      'features-by-index',
      'A feature is used through its door, from tests also by its files.',
      { path: '^packages/([^/]+)/server/([^/]+)/', pathNot: `${tests}|^packages/core/` },
      {
        path: '^packages/[^/]+/server/',
        pathNot: ['^packages/$1/server/$2/', '^packages/core/', '/index\\.ts$', '/features?\\.ts$'],
      },
    ),
    forbid(
      'no-tests-in-production',
      'Tests are not shipped.',
      { pathNot: `${tests}|^e2e|^bench|^script|\\.config\\.ts$` },
      { path: tests },
    ),
    forbid(
      'fetch-through-safe-fetch',
      'Every outbound address goes through one guard.',
      { path: server, pathNot: `${tests}|^packages/core/server/lib/` },
      { path: '^(node:)?(http|https|net|tls|dns)$|^node_modules/undici/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'processes-through-run-process',
      'Argument arrays, a time limit, no shell: one file sees to it.',
      { path: server, pathNot: `${tests}|^packages/core/server/lib/run-process\\.ts` },
      { path: 'child_process' },
    ),
    forbid(
      'mail-through-smtp',
      'One file says who may be spoken to, with what limits and certificates.',
      { path: server, pathNot: `${tests}|^packages/core/server/lib/outbound/smtp\\.ts` },
      { path: '^node_modules/(nodemailer|smtp-server)/' },
    ),
    forbid(
      'buckets-through-storage',
      'Whoever stores a file need not know where.',
      { path: server, pathNot: `${tests}|^packages/core/server/storage/s3-` },
      { path: '^node_modules/(@aws-sdk|@smithy)/' },
    ),
    forbid(
      'traces-by-one-file',
      'Whoever is traced need not know by what, and a site without traces loads nothing of it.',
      { path: server, pathNot: `${tests}|^packages/app/composition/open-telemetry\\.ts` },
      { path: '^node_modules/@opentelemetry/', dependencyTypesNot: ['type-only'] },
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
