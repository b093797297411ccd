/**
 * Its scripts run in the provider's origin, never ours, and cannot open windows or navigate the page.
 * `credentialless`, which React's types lack, starts the frame without the provider's cookies.
 */
export const PROVIDER_FRAME = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation',
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  referrerPolicy: 'strict-origin',
  credentialless: '',
} as const;
