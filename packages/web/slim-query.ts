import type { Plugin } from 'vite';

const MUTATIONS_FILE = /\/query-core\/build\/modern\/mutationCache\.js$/;
const NO_MUTATIONS = 'export class MutationCache { resumePausedMutations() {} clear() {} }';

/** Leaves mutations out of visitors' pages, which only read. */
export function slimQuery(): Plugin {
  return {
    name: 'slim-query',
    apply: (_, { isSsrBuild }) => !isSsrBuild,
    load: (id) => (MUTATIONS_FILE.test(id) ? NO_MUTATIONS : null),
  };
}
