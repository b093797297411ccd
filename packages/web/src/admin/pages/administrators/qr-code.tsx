import { encode } from 'uqr';

/** Dark on white in both themes, as cameras need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = squares(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-lg bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}

/** One path of unit squares, with the quiet zone of four that the standard requires. */
function squares(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
