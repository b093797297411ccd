const COMMON = `slow colour wave light pattern study loop motion field blue deep quiet bright circle line river
  cloud forest night morning rain ocean mountain glass shadow mirror spiral gradient fractal grid pixel chart signal
  noise orbit drift stripe ring square triangle curve surface layer texture warm cold soft sharp small large long
  short round narrow open closed first second third red green yellow orange violet silver golden copper amber ivory
  winter summer autumn spring early late steady turning rising falling floating growing fading folding crossing
  winding rolling spinning sliding paper stone sand water wind snow ice smoke dust leaf branch root seed flower
  garden meadow valley island shore harbour bridge tower window door street station clock engine wheel lamp lens
  camera frame canvas brush ink thread needle ribbon rope ladder basket bottle kettle marble crystal prism mosaic`;

const FIRST_HALVES = `amber ash birch bramble brook cedar clay cliff clover coast copper coral dale dawn dune dusk elm
  ember fern fjord flint frost glade grain hazel heath ivy lake linden maple marsh meadow mist moor moss oak opal
  pearl pebble pine quartz reed ridge rowan shale slate thistle tide vale willow`;

const SECOND_HALVES = `arc bank beam bell bend bow crest cross dome drop edge fall fan field flow fold gate glow hill
  hollow knot lace leaf line loop mark mere mill path point pool rest rim ring rise run shell side spark spire stem
  step stone thorn trail turn veil wake ward way weave well wing wood yard`;

const TOPICS = `analog banding bifurcation bloom boundary calibration cascade chaos checker chroma collision contour
  contrast crystal cycle decay density diffusion dither echo edges erosion feedback flicker focus gamma geometry
  glider halftone harmonic horizon interference iteration julia kaleidoscope lattice lissajous luma mandala maze
  mesh mixing modulation moire morph mosaic neighbours oscillator palette parallax particle pendulum percolation
  perspective phase polygon pulse quadrant radial rainbow ramp reflection refraction resonance rhythm ripple
  rotation rule saturation scanline shimmer solarise spectrum stacking static stipple symmetry tessellation
  threshold tiling tone tunnel turbulence vortex voronoi warp weave zoom`;

export const CATEGORY_NAMES = [
  ...['Fractals', 'Cellular Automata', 'Gradients', 'Test Charts', 'Waves', 'Plasma'],
  ...['Sound Pictures', 'Tilings', 'Orbits', 'Particles', 'Time Lapse', 'Colour Studies'],
] as const;

/** Some 3,000 words, the most common first: plain ones, then rare compounds. */
export function titleWords(): string[] {
  const compounds = list(SECOND_HALVES).flatMap((second) =>
    list(FIRST_HALVES).map((first) => `${first}${second}`),
  );
  return [...new Set([...list(COMMON), ...compounds])];
}

/** Some 270 one-word tags. */
export function tagNames(): string[] {
  const topics = list(TOPICS);
  return ['', 'macro', 'micro'].flatMap((prefix) => topics.map((topic) => `${prefix}${topic}`));
}

function list(text: string): string[] {
  return text.trim().split(/\s+/);
}
