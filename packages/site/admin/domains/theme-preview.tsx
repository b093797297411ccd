import {
  type BrandPicture,
  brandColours,
  brandPath,
  contrast,
  type DomainConfig,
  LOGO_NAME,
  SURFACES,
  type Theme,
} from '@vesper/contract';
import { Card } from '@vesper/web/admin/ui/card.tsx';
import { Search } from 'lucide-react';
import type { CSSProperties } from 'react';

const THEMES = ['dark', 'light'] as const;
const HEX = /^#[0-9a-f]{6}$/i;

interface PreviewProps {
  config: DomainConfig;
  logo: BrandPicture | undefined;
}

export function ThemePreview({ config, logo }: PreviewProps) {
  const { primary, accent } = config.theme;
  if (!HEX.test(primary) || !HEX.test(accent)) {
    return (
      <Card title="Preview">
        <p className="text-sm text-muted">Enter each colour as # and six hex digits to preview it.</p>
      </Card>
    );
  }
  return (
    <Card title="Preview" about="How visitors will see it, in both themes.">
      <div className="flex flex-col gap-4">
        {THEMES.map((theme) => (
          <Sample key={theme} theme={theme} config={config} logo={logo} />
        ))}
      </div>
    </Card>
  );
}

function Sample({ theme, config, logo }: PreviewProps & { theme: Theme }) {
  const surfaces = SURFACES[theme];
  const pair = { primary: config.theme.primary.toLowerCase(), accent: config.theme.accent.toLowerCase() };
  const brand = brandColours(theme, pair);
  // Set on the element, as these may be the other theme's colours.
  const colours = Object.fromEntries(
    Object.entries({ ...surfaces, ...brand }).map(([name, colour]) => [`--${name}`, colour]),
  ) as CSSProperties;
  return (
    <figure style={colours} className="rounded-xl border border-line bg-ground p-3 text-text">
      <div className="flex items-center gap-2 text-sm font-bold">
        {logo ? (
          <img
            src={brandPath(logo, LOGO_NAME)}
            alt={config.siteName}
            className="h-6 max-w-full object-contain"
          />
        ) : (
          <>
            <span aria-hidden className="size-5 rounded-md bg-linear-to-br from-(--primary) to-(--accent)" />
            <span className="truncate">{config.brandName}</span>
          </>
        )}
      </div>
      <p className="mt-2 truncate text-xs text-muted">{config.tagline}</p>
      <div className="mt-3 flex items-center gap-2">
        <span className="flex min-w-0 flex-1 items-center gap-2 rounded-lg border border-edge bg-panel px-2.5 py-2 text-xs text-muted">
          <Search aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">Search videos...</span>
        </span>
        <span className="rounded-lg bg-primary px-3 py-2 text-xs font-semibold text-on-primary">Search</span>
      </div>
      <p className="mt-3 text-xs">
        <span className="font-semibold text-primary-text">A link</span> on the page
      </p>
      <figcaption className="mt-3 border-t border-line pt-2 text-xs text-muted">
        <Ratios theme={theme} pair={pair} brand={brand} />
      </figcaption>
    </figure>
  );
}

interface RatiosProps {
  theme: Theme;
  pair: { primary: string; accent: string };
  brand: ReturnType<typeof brandColours>;
}

/** Adjusted colours reach 4.5 to 1 (WCAG 2.2, 1.4.3). */
function Ratios({ theme, pair, brand }: RatiosProps) {
  const { ground, panel, raised } = SURFACES[theme];
  const worst = (colour: string) =>
    Math.min(...[ground, panel, raised].map((surface) => contrast(colour, surface)));
  const lines = (['primary', 'accent'] as const).map((name) => {
    const isAdjusted = brand[`${name}-text`] !== pair[name];
    const ratio = ratioText(worst(pair[name]));
    return isAdjusted
      ? `${name} as text: ${ratio}, too faint; ${brand[`${name}-text`]} is used (${ratioText(worst(brand[`${name}-text`]))})`
      : `${name} as text: ${ratio}`;
  });
  return (
    <>
      <span className="block font-semibold text-text">{theme === 'dark' ? 'Dark theme' : 'Light theme'}</span>
      <span className="block">Text on primary: {ratioText(contrast(brand['on-primary'], pair.primary))}</span>
      {lines.map((line) => (
        <span key={line} className="block">
          {line.charAt(0).toUpperCase() + line.slice(1)}
        </span>
      ))}
    </>
  );
}

/** Rounded down: 4.49 must not show as 4.5. */
function ratioText(ratio: number): string {
  return `${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1`;
}
