import { type DomainConfig, SURFACES } from '@vesper/contract';

/** What makes a domain's site installable (W3C, "Web Application Manifest"). */
export function webManifest({ siteName, brandName, description, theme }: DomainConfig) {
  const { ground } = SURFACES[theme.default];
  return {
    id: '/',
    name: siteName,
    short_name: brandName,
    description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: ground,
    theme_color: ground,
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
