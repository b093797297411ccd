import { browserSupportsWebAuthn } from '@simplewebauthn/browser';

export const PASSKEYS_NEED =
  'Passkeys need an https page (or http://localhost) and a browser that supports them.';

export function canUsePasskeys(): boolean {
  return window.isSecureContext && browserSupportsWebAuthn();
}
