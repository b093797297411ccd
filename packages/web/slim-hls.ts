import type { Plugin } from 'vite';

const HLS_FILE = /\/hls\.js\/dist\/hls\.mjs$/;

/**
 * Cuts code that our streams never need. In KB of brotli: whole 146, with these cuts 94, hls.js's small build (no
 * separate sound) 96.
 */
export function slimHls(): Plugin {
  return {
    name: 'slim-hls',
    transform: (code, id, options) =>
      HLS_FILE.test(id) ? { code: options?.ssr ? NO_PLAYER : slim(code), map: null } : null,
  };
}

/** The server plays nothing. */
const NO_PLAYER = 'export default undefined; export const Events = {};';

const UNUSED = [
  'subtitleStreamController',
  'subtitleTrackController',
  'timelineController',
  'emeController',
  'cmcdController',
  'contentSteeringController',
  'iframeController',
  'interstitialsController',
];

const CUTS: readonly [what: RegExp, instead: string][] = [
  ...UNUSED.map((name): [RegExp, string] => [
    new RegExp(`^  ${name}: [A-Z]\\w+ ?(,?)$`, 'm'),
    `  ${name}: undefined$1`,
  ]),
  // Only fragmented mp4 is read.
  [
    /^const muxConfig = \[\{\n {2}demux: MP4Demuxer,[\s\S]*?\n\}\];\n\{\n[\s\S]*?\n\}\n/m,
    'const muxConfig = [{ demux: MP4Demuxer, remux: PassThroughRemuxer }];\n',
  ],
  [/chunkMeta\.iframe && initSegmentData && TSDemuxer\.probe\(initSegmentData, this\.logger\)/, 'false'],
  // This reference would keep the class in the bundle.
  [/^EMEController\.CDMCleanupPromise = void 0;$/m, ''],
];

/** Throws if a cut matches nothing, as after an update of hls.js. */
function slim(code: string): string {
  return CUTS.reduce((rest, [what, instead]) => {
    if (!what.test(rest))
      throw new Error(`slim-hls.ts finds nothing like ${what} in this version of hls.js.`);
    return rest.replace(what, instead);
  }, code);
}
