export interface SecurityTextFields {
  contactEmail: string;
  /** Of the domain. */
  origin: string;
  now: Date;
}

const MONTHS_VALID = 11;

/**
 * Where to report a weakness of the site (RFC 9116). It expires eleven months after the first of this month: under a
 * year ahead, as section 2.5.5 recommends, and the same text for a month.
 */
export function securityText({ contactEmail, origin, now }: SecurityTextFields): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_VALID));
  return [
    `Contact: mailto:${encodeURI(contactEmail)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${SECURITY_TEXT_PATH}`,
    '',
  ].join('\n');
}

export const SECURITY_TEXT_PATH = '/.well-known/security.txt';
