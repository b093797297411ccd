export interface SecurityTextFields {
  contactEmail: string;
  origin: string;
  now: Date;
}

const MONTHS_VALID = 11;

/** RFC 9116. Expires in under a year (section 2.5.5), with the same text for a month. */
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
