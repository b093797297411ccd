/**
 * How a provider's player is framed: its scripts run in their own origin, but cannot open windows or navigate the page.
 * `allow-same-origin` means the provider's origin; the server never gives an address on this site's host. In browsers
 * that support `credentialless` the frame starts without the provider's cookies; React lacks that attribute.
 */
export const PROVIDER_FRAME = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation',
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  referrerPolicy: 'strict-origin',
  credentialless: '',
} as const;
