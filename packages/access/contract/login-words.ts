export const LOGIN_REQUIRED = 'Please enter username and password';
export const LOGIN_REFUSED = 'Invalid username or password';

export const TOTP_CODE_REQUIRED = 'Please enter the six-digit code from your authenticator app.';
export const RECOVERY_CODE_REQUIRED =
  'Please enter one of your recovery codes: four groups of four characters.';

export const LEAST_PASSWORD_LENGTH = 12;
export const PASSWORD_TOO_SHORT = `The new password must have at least ${LEAST_PASSWORD_LENGTH} characters.`;

/** `recovery`: a recovery code, if the others are lost. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
