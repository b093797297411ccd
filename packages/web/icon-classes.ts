import plugin from 'tailwindcss/plugin';

type Shape = [element: string, attributes: Record<string, string>];
interface IconModule {
  __iconData: { node: Shape[] };
}

/** Icons as CSS classes: each is in the style sheet once, not repeated in the markup. */
const NAMES = [
  ...[
    'calendar-days',
    'chevron-down',
    'chevron-left',
    'chevron-right',
    'clock',
    'download',
    'eye',
    'eye-off',
  ],
  'code-xml',
  ...['flag', 'hat-glasses', 'heart', 'layout-dashboard', 'library-big', 'mail', 'moon', 'play', 'search'],
  ...['share-2', 'sliders-horizontal', 'sun', 'x'],
];

/** Icons that are also shown filled, and their line width. */
const FILLED = { heart: 2, play: 2.5 };

/** A gap keeps one icon from showing at another's edge. */
const SIDE = 24;
const STEP = 26;

const shapes = new Map<string, string>();
for (const name of NAMES) {
  const icon: IconModule = await import(`lucide-react/icons/${name}`);
  const inside = icon.__iconData.node.map(([element, { key, ...rest }]) => `<${element}${textOf(rest)}/>`);
  shapes.set(name, inside.join(''));
}
const drawn = [
  ...NAMES.map((name) => `<g stroke-width='2' fill='none'>${shapes.get(name)}</g>`),
  ...Object.entries(FILLED).map(([name, width]) => `<g stroke-width='${width}'>${shapes.get(name)}</g>`),
];
const height = drawn.length * STEP - (STEP - SIDE);

/**
 * `<i className="icon-search" />`, `filled-heart`. One picture for all: an SVG picture costs a browser a millisecond.
 */
export default plugin(({ addBase, matchUtilities }) => {
  addBase({
    i: { maskImage: `url("${sheet()}")`, maskSize: `100% ${(height / SIDE) * 100}%` },
  });
  const partOf = (index: string) => ({ maskPosition: `0 ${(Number(index) / (drawn.length - 1)) * 100}%` });
  const places = (names: string[], from: number) =>
    Object.fromEntries(names.map((name, index) => [name, String(from + index)]));
  matchUtilities({ icon: partOf }, { values: places(NAMES, 0) });
  matchUtilities({ filled: partOf }, { values: places(Object.keys(FILLED), NAMES.length) });
});

/** A data address. A mask uses only opacity, not colour. */
function sheet(): string {
  const placed = drawn.map((icon, index) =>
    icon.replace('<g', `<g transform='translate(0 ${index * STEP})'`),
  );
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SIDE} ${height}' stroke='#000' stroke-linecap='round' stroke-linejoin='round'>${placed.join('')}</svg>`;
  return `data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}`;
}

function textOf(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}='${value}'`)
    .join('');
}
