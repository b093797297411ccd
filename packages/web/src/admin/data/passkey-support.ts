import { browserSupportsWebAuthn } from '@simplewebauthn/browser';

export const PASSKEYS_NEED =
  'Passkeys work on https pages and on http://localhost, in browsers that know them. This is not such a page, or not such a browser.';

export function canUsePasskeys(): boolean {
  return window.isSecureContext && browserSupportsWebAuthn();
}
