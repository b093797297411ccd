import type { Plugin } from 'vite';

const HLS_FILE = /\/hls\.js\/dist\/hls\.mjs$/;

/**
 * Leaves out of hls.js what our streams never have: DRM, advertisements, captions inside the stream, other servers to
 * steer to, pictures for seeking, and MPEG-TS. Its small build has no sound of its own beside the picture, and with
 * these cuts the whole one is smaller still (94 KB of brotli; the small one 96, the whole one 146).
 */
export function slimHls(): Plugin {
  return {
    name: 'slim-hls',
    transform: (code, id, options) =>
      HLS_FILE.test(id) ? { code: options?.ssr ? NO_PLAYER : slim(code), map: null } : null,
  };
}

/** The server renders pages and plays nothing: it need not keep the text. */
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
  // A reference to the class that would keep it in the bundle.
  [/^EMEController\.CDMCleanupPromise = void 0;$/m, ''],
];

/** Throws if a cut finds nothing, as may happen with another version of hls.js. */
function slim(code: string): string {
  return CUTS.reduce((rest, [what, instead]) => {
    if (!what.test(rest))
      throw new Error(`slim-hls.ts finds nothing like ${what} in this version of hls.js.`);
    return rest.replace(what, instead);
  }, code);
}
