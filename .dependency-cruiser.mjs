/** Which way imports point: docs/architecture.md, "Rules of imports". */
const server = '^packages/server/src';
const tests = '\\.test\\.tsx?$|/src/test/|/test/';
const areas = ['access', 'site', 'library', 'intake', 'words', 'discovery', 'upkeep', 'desk'];
const feature = `${server}/(${areas.join('|')})/([^/]+)/`;

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** A room of the kernel may import those named here. */
const kernel = {
  lib: [],
  db: ['lib'],
  http: ['lib', 'db'],
  jobs: ['lib', 'db', 'storage'],
  storage: ['lib'],
};

/** An area may import the kernel, and those named here: script/write-pictures.ts draws them. */
export const areaImports = {
  access: [],
  site: [],
  library: ['access', 'site'],
  intake: ['access', 'site', 'library'],
  words: ['access', 'site', 'library'],
  discovery: ['access', 'site', 'library', 'intake', 'words'],
  upkeep: ['access', 'site', 'library', 'intake', 'words', 'discovery'],
  desk: ['access', 'site', 'library', 'intake', 'words', 'discovery', 'upkeep'],
  pipeline: ['access', 'site', 'library', 'intake', 'words', 'discovery', 'upkeep', 'desk'],
};

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

/** What an import may not reach from `room`: everything of the server but itself, the kernel and `allowed`. */
const others = (room, allowed) =>
  [...areas, 'pipeline', 'main'].filter((one) => one !== room && !allowed.includes(one)).join('|');

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
      'kernel/http/page-renderer.ts loads the built bundle.',
      { path: server },
      { path: '^packages/web' },
    ),
    forbid(
      'source-stands-alone',
      'It is somebody else’s site.',
      { path: '^packages/demo-source' },
      { path: '^packages/(server|web|contract)' },
    ),
    ...Object.entries(kernel).map(([room, allowed]) =>
      forbid(
        `kernel-${room}`,
        'Layers point one way.',
        { path: `${server}/kernel/${room}/`, pathNot: tests },
        { path: `${server}/`, pathNot: `${server}/kernel/(${[room, ...allowed].join('|')})/` },
      ),
    ),
    forbid(
      'kernel',
      'The kernel knows nothing of videos.',
      { path: `${server}/kernel/`, pathNot: tests },
      { path: `${server}/(${others('', [])})/` },
    ),
    ...Object.entries(areaImports).map(([area, allowed]) =>
      forbid(
        `area-${area}`,
        'Areas point one way.',
        { path: `${server}/${area}/`, pathNot: tests },
        { path: `${server}/(${others(area, allowed)})/` },
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
      'A feature is used through its door.',
      { path: feature, pathNot: tests },
      { path: feature, pathNot: [`${server}/$1/$2/`, '/index\\.ts$'] },
    ),
    forbid(
      'features-by-index-from-outside',
      'A feature is used through its door.',
      { path: `${server}/(pipeline|main)/`, pathNot: tests },
      { path: feature, pathNot: '/(index|feature)\\.ts$' },
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
      { path: server, pathNot: `${tests}|${server}/kernel/lib/` },
      { path: '^(node:)?(http|https|net|tls|dns)$|^node_modules/undici/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'processes-through-run-process',
      'Argument arrays, a time limit, no shell: one file sees to it.',
      { path: '^packages/server/src', pathNot: `${tests}|kernel/lib/run-process\\.ts` },
      { path: 'child_process' },
    ),
    forbid(
      'mail-through-smtp',
      'One file says who may be spoken to, with what limits and certificates.',
      { path: '^packages/server/src', pathNot: `${tests}|kernel/lib/outbound/smtp\\.ts` },
      { path: '^node_modules/(nodemailer|smtp-server)/' },
    ),
    forbid(
      'buckets-through-storage',
      'Whoever stores a file need not know where.',
      { path: '^packages/server/src', pathNot: `${tests}|${server}/kernel/storage/s3-` },
      { path: '^node_modules/(@aws-sdk|@smithy)/' },
    ),
    forbid(
      'traces-by-one-file',
      'Whoever is traced need not know by what, and a site without traces loads nothing of it.',
      { path: server, pathNot: `${tests}|${server}/main/composition/open-telemetry\\.ts` },
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
