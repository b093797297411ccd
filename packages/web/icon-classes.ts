import plugin from 'tailwindcss/plugin';

type Shape = [element: string, attributes: Record<string, string>];
interface IconModule {
  __iconData: { node: Shape[] };
}

/** The icons of what every page repeats: as classes they are in the style sheet once, and not in the markup. */
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
  ...['flag', 'hat-glasses', 'heart', 'layout-dashboard', 'library-big', 'mail', 'moon', 'play', 'search'],
  ...['share-2', 'sliders-horizontal', 'sun', 'x'],
];

const shapes = new Map<string, Shape[]>();
for (const name of NAMES) {
  const icon: IconModule = await import(`lucide-react/icons/${name}`);
  shapes.set(name, icon.__iconData.node);
}

/** `<i className="icon-search" />` is an icon in the colour of the text; `filled-heart` the same, filled. */
export default plugin(({ matchUtilities }) => {
  const values = Object.fromEntries(NAMES.map((name) => [name, name]));
  const maskOf = (name: string, paint: string) => ({
    '--icon': `url("${imageOf(shapes.get(name) ?? [], paint)}")`,
  });
  matchUtilities({ icon: (name: string) => maskOf(name, "stroke-width='2' fill='none'") }, { values });
  matchUtilities(
    { filled: (name: string) => maskOf(name, `stroke-width='${name === 'play' ? 2.5 : 2}'`) },
    { values },
  );
});

/** As a data address; a mask needs only opacity, so the colour is of no matter. */
function imageOf(node: Shape[], paint: string): string {
  const inside = node
    .map(([element, { key, ...attributes }]) => `<${element}${textOf(attributes)}/>`)
    .join('');
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' ${paint} stroke='#000' stroke-linecap='round' stroke-linejoin='round'>${inside}</svg>`;
  return `data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}`;
}

function textOf(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}='${value}'`)
    .join('');
}
