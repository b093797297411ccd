import { ADMIN_PATTERNS, type Call, routes } from '@vesper/contract';
import type { Plugin } from 'vite';

const ROUTES_FILE = /\/contract\/src\/routes\.ts$/;

const NO_ZOD = '\0no-zod';
/** Any property or call returns itself: the browser builds schemas but never validates. */
const NO_SCHEMAS = `const schema = new Proxy(() => schema, { get: () => schema }); export { schema as z };`;

/** Leaves schemas and zod (25 KB of brotli) out of the browser's bundle. Checking is the server's. */
export function slimContract({ isForAdministrators = false } = {}): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    config: () => ({
      build: {
        rolldownOptions: {
          treeshake: {
            manualPureFunctions: [
              'z',
              'safeText',
              'cutText',
              'shownText',
              'wholeNumber',
              'oneOf',
              'Video',
              'DmcaRequest',
              'DomainConfig',
              'BrandPicture',
              'callsInArea',
              'openCalls',
              'caseBody',
              'countOfEach',
              'instant',
            ],
          },
        },
      },
    }),
    // A schema missed above would pull in zod, which compiles code: the policy forbids that.
    resolveId: (id) => (isForAdministrators && id === 'zod' ? NO_ZOD : null),
    load(id) {
      if (id === NO_ZOD) return NO_SCHEMAS;
      if (ROUTES_FILE.test(id))
        return `export const routes = ${JSON.stringify(slimRoutes(isForAdministrators))};
          export const ADMIN_PATTERNS = ${JSON.stringify(ADMIN_PATTERNS)};`;
      return null;
    },
  };
}

/** Visitors' browsers get only the visitors' calls. */
function slimRoutes(isForAdministrators: boolean): Record<string, Record<string, unknown>> {
  const open = mapValues(routes, (calls) =>
    Object.fromEntries(
      Object.entries<Call>(calls).filter(([, { caller }]) => isForAdministrators || caller === 'public'),
    ),
  );
  const groups = Object.entries(open).filter(([, calls]) => Object.keys(calls).length > 0);
  return mapValues(Object.fromEntries(groups), (calls) =>
    mapValues(calls, (call) => ({
      method: call.method,
      path: call.path,
      ...(call.query ? { query: slimShape(call.query) } : {}),
      ...(call.body ? { body: slimShape(call.body) } : {}),
      ...(call.takesFile ? { takesFile: call.takesFile } : {}),
      ...(call.caller === 'admin' ? { caller: call.caller, area: call.area, anyToken: call.anyToken } : {}),
    })),
  );
}

/** The typed client reads only the names. */
function slimShape({ shape }: { shape: object }): { shape: Record<string, true> } {
  return { shape: Object.fromEntries(Object.keys(shape).map((name) => [name, true])) };
}

function mapValues<In, Out>(record: Record<string, In>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
