import { expect, test } from 'vitest';
import { securityText } from './security-text.ts';

const textAt = (now: string) =>
  securityText({ contactEmail: 'desk+a%b@charts.test', origin: 'https://charts.test', now: new Date(now) });

test('the text, to the byte', () => {
  expect(textAt('2026-11-23T10:00:00Z')).toBe(`Contact: mailto:desk+a%25b@charts.test
Expires: 2027-10-01T00:00:00.000Z
Preferred-Languages: en
Canonical: https://charts.test/.well-known/security.txt
`);
});

test.each(['2026-01-01T00:00:00Z', '2026-01-31T23:59:59Z', '2024-02-29T12:00:00Z', '2026-12-31T23:59:59Z'])(
  'at %s it expires in under a year, and not for months',
  (now) => {
    const expires = Date.parse(/^Expires: (.+)$/m.exec(textAt(now))?.[1] ?? '');
    const days = (expires - Date.parse(now)) / 86_400_000;
    expect(days).toBeGreaterThan(300);
    expect(days).toBeLessThan(365);
  },
);
