const WIDTH = 120;
const HEIGHT = 28;

/** The last 24 hours as a line; the charts page has the numbers. Its space is reserved while it loads. */
export function Sparkline({ values, name }: { values: number[] | undefined; name: string }) {
  return (
    <div aria-hidden className="mt-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-7 w-full text-primary-text"
        role="presentation"
      >
        {values && (
          <polyline
            points={pointsOf(values)}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
          />
        )}
      </svg>
      <p className="mt-1 text-xs text-muted">{name}, last 24 h</p>
    </div>
  );
}

function pointsOf(values: readonly number[]): string {
  const highest = Math.max(...values, 1);
  const stepX = WIDTH / Math.max(values.length - 1, 1);
  return values
    .map(
      (value, at) =>
        `${(at * stepX).toFixed(1)},${(HEIGHT - 1 - (value / highest) * (HEIGHT - 2)).toFixed(1)}`,
    )
    .join(' ');
}
