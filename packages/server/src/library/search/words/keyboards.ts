/** The letters of common keyboards, by rows from above, each shifted by a third of a key. */
const KEYBOARDS = [
  ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  [' ςερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ'],
  ['  קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ'],
  ['ضصثقفغعهخحج', 'شسيبلاتنمك', 'ئءؤرىةوزظ'],
  ['ქწერტყუიოპ', 'ასდფგჰჯკლ', 'ზხცვბნმ'],
];

const PLACES = KEYBOARDS.map(
  (rows) =>
    new Map(rows.flatMap((row, y) => [...row].map((letter, x) => [letter, { x: x + y / 3, y }] as const))),
);

/** How many keys lie between two letters on the keyboard that has both; Infinity if none has. */
export function keyDistance(a: string, b: string): number {
  for (const places of PLACES) {
    const [from, to] = [places.get(a), places.get(b)];
    if (from && to) return Math.hypot(from.x - to.x, from.y - to.y);
  }
  return Infinity;
}
