import { expect, test } from 'vitest';
import { createAuthenticator } from '../../../../test/authenticator.ts';
import { makeOffer, verifyNewPasskey } from './passkeys.ts';

const party = { hostname: 'films.test', host: 'films.test:8443' };
const names = { siteName: 'Films', administratorId: 'a-1', username: 'anna' };

type Made = Parameters<typeof verifyNewPasskey>[2];

test('a passkey names its account and host; existing ones are excluded', async () => {
  const present = { credential_id: 'abcd', rp_id: 'films.test', transports: ['usb'] };
  const elsewhere = { ...present, credential_id: 'efgh', rp_id: 'other.test' };
  const offer = await makeOffer(party, names, [present, elsewhere] as never);
  expect(offer).toMatchObject({
    rp: { id: 'films.test', name: 'Films' },
    user: { id: Buffer.from('a-1').toString('base64url'), name: 'anna' },
    excludeCredentials: [{ id: 'abcd', transports: ['usb'] }],
    attestation: 'none',
  });
  expect(offer.challenge.length).toBeGreaterThanOrEqual(43);
});

// {"x5c": [h'00']}, and the empty map: the library would fetch addresses in certificates.
const STATEMENTS: [format: string, hex: string][] = [
  ['packed', 'a163783563814100'],
  ['none', 'a163783563814100'],
  ['android-safetynet', 'a0'],
];
test.each(STATEMENTS)('an attestation of the format %s is rejected unread', async (format, hex) => {
  const offer = await makeOffer(party, names, []);
  const attestation = { format, statement: Buffer.from(hex, 'hex') };
  const made = createAuthenticator('https://films.test:8443').make(offer, { attestation }) as Made;
  expect(await verifyNewPasskey(party, offer.challenge, made)).toEqual({
    refused: `An attestation in the format ${format} was not requested.`,
  });
});

test('none is accepted, from exactly this host and port over https', async () => {
  const offer = await makeOffer(party, names, []);
  const from = async (origin: string) => {
    const made = createAuthenticator(origin).make(offer) as Made;
    return 'value' in (await verifyNewPasskey(party, offer.challenge, made));
  };
  expect(await from('https://films.test:8443')).toBe(true);
  for (const origin of ['http://films.test:8443', 'https://films.test', 'https://a.films.test:8443', 'null'])
    expect(await from(origin), origin).toBe(false);
});
