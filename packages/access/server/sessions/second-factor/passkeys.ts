import type { WebAuthnCredential } from '@simplewebauthn/server';
import type { NewPasskey, PasskeyAnswer, PasskeyOffer, PasskeyRequest } from '@vesper/contract';
import { errorMessage } from '@vesper/core/lib/app-error.ts';
import type { Passkey } from './second-factor-queries.ts';

/** ES256, EdDSA, RS256: every authenticator supports one. */
const ALGORITHMS = [-7, -8, -257];

export const PASSKEY_MS = 5 * 60_000;

export interface RelyingParty {
  hostname: string;
  /** With the port. */
  host: string;
}

export type Verified<T> = { value: T } | { refused: string };

/** About 250 modules: loaded only when needed. */
const webauthn = () => import('@simplewebauthn/server');

export async function makeOffer(
  { hostname }: RelyingParty,
  names: { siteName: string; administratorId: string; username: string },
  present: Passkey[],
): Promise<PasskeyOffer> {
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: names.siteName,
    rpID: hostname,
    userID: new TextEncoder().encode(names.administratorId),
    userName: names.username,
    userDisplayName: names.username,
    timeout: PASSKEY_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptorsOf(present, hostname),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const { rp, user, challenge, pubKeyCredParams, excludeCredentials } = options;
  return {
    challenge,
    rp: { id: hostname, name: rp.name },
    user,
    pubKeyCredParams,
    timeout: PASSKEY_MS,
    attestation: 'none',
    excludeCredentials: excludeCredentials as PasskeyOffer['excludeCredentials'],
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'preferred',
    },
  };
}

export async function makeRequest(hostname: string, passkeys: Passkey[]): Promise<PasskeyRequest> {
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: hostname,
    timeout: PASSKEY_MS,
    userVerification: 'preferred',
    allowCredentials: descriptorsOf(passkeys, hostname),
  });
  return {
    challenge: options.challenge,
    rpId: hostname,
    timeout: PASSKEY_MS,
    userVerification: 'preferred',
    allowCredentials: options.allowCredentials as PasskeyRequest['allowCredentials'],
  };
}

export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: Pick<NewPasskey, 'id' | 'rawId' | 'type' | 'response'>,
): Promise<Verified<WebAuthnCredential>> {
  return verified(async () => {
    await refuseCertificates(response.attestationObject);
    const { verifyRegistrationResponse } = await webauthn();
    const { transports, ...bytes } = response;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId, type, clientExtensionResults: {} },
        response: { ...bytes, ...(transports ? { transports } : {}) },
      },
      expectedChallenge: challenge,
      expectedOrigin: originsOf(party),
      expectedRPID: party.hostname,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: false,
    });
    return registrationInfo?.credential;
  });
}

/** The passkey's new counter. */
export async function verifyPasskeyUse(
  party: RelyingParty,
  challenge: string,
  { passkey, answer }: { passkey: Passkey; answer: PasskeyAnswer },
): Promise<Verified<number>> {
  return verified(async () => {
    const { userHandle, ...bytes } = answer.response;
    const { verifyAuthenticationResponse } = await webauthn();
    const { verified: isRight, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...{ id: answer.id, rawId: answer.rawId, type: answer.type, clientExtensionResults: {} },
        response: { ...bytes, ...(userHandle === undefined ? {} : { userHandle }) },
      },
      expectedChallenge: challenge,
      expectedOrigin: originsOf(party),
      expectedRPID: passkey.rp_id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    });
    return isRight ? authenticationInfo.newCounter : undefined;
  });
}

/** Always https, except on localhost: behind an untrusted proxy https looks like http. */
function originsOf({ hostname, host }: RelyingParty): string[] {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal ? [`https://${host}`, `http://${host}`] : [`https://${host}`];
}

/** The library would fetch addresses named in certificates. */
async function refuseCertificates(attestationObject: string): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined;
  if (hasCertificates || (format !== 'none' && format !== 'packed'))
    throw new Error(`An attestation in the format ${format} was not requested.`);
}

/** The library throws for any invalid answer. */
async function verified<T>(verify: () => Promise<T | undefined>): Promise<Verified<T>> {
  try {
    const value = await verify();
    return value === undefined ? { refused: 'The signature is wrong.' } : { value };
  } catch (error) {
    return { refused: errorMessage(error).slice(0, 300) };
  }
}

function descriptorsOf(passkeys: Passkey[], hostname: string) {
  return passkeys
    .filter(({ rp_id }) => rp_id === hostname)
    .map(({ credential_id: id, transports }) => ({ id, transports }));
}
