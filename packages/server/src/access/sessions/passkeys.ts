import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { NewPasskey, PasskeyAnswer, PasskeyOffer, PasskeyRequest } from '@vesper/contract';
import { errorMessage } from '../../kernel/lib/app-error.ts';
import type { Passkey } from './second-factor-queries.ts';

/** ES256, EdDSA, RS256, which every authenticator has one of. Others are still experiments here. */
const ALGORITHMS = [-7, -8, -257];

/** How long a browser has to answer. */
export const PASSKEY_MS = 5 * 60_000;

/** Who asks for a passkey: the host name, which the passkey is bound to, and the host as the address bar has it. */
export interface RelyingParty {
  hostname: string;
  /** With the port. */
  host: string;
}

export type Verified<T> = { value: T } | { refused: string };

/** What makes a browser offer to make a passkey for an administrator, who has some already. */
export async function makeOffer(
  { hostname }: RelyingParty,
  names: { siteName: string; administratorId: string; username: string },
  present: Passkey[],
): Promise<PasskeyOffer> {
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

/** What makes a browser ask for one of these passkeys. */
export async function makeRequest(hostname: string, passkeys: Passkey[]): Promise<PasskeyRequest> {
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

/** The passkey that a browser has made for this challenge and for us, or why it is none. */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: Pick<NewPasskey, 'id' | 'rawId' | 'type' | 'response'>,
): Promise<Verified<WebAuthnCredential>> {
  return verified(async () => {
    refuseCertificates(response.attestationObject);
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

/** The new state of the passkey's counter if the answer is right: of this passkey, to this challenge, for us. */
export async function verifyPasskeyUse(
  party: RelyingParty,
  challenge: string,
  { passkey, answer }: { passkey: Passkey; answer: PasskeyAnswer },
): Promise<Verified<number>> {
  return verified(async () => {
    const { userHandle, ...bytes } = answer.response;
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

/**
 * Passkeys work on https pages, and on localhost. Behind a proxy whose word is not believed https looks like http,
 * so the scheme is not taken from the request.
 */
function originsOf({ hostname, host }: RelyingParty): string[] {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isLocal ? [`https://${host}`, `http://${host}`] : [`https://${host}`];
}

/**
 * We ask for no attestation. One with certificates is not looked at: to check it the library would fetch addresses
 * that the certificates name.
 */
function refuseCertificates(attestationObject: string): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = attestation.get('fmt');
  const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined;
  if (hasCertificates || (format !== 'none' && format !== 'packed'))
    throw new Error(`An attestation of the format ${format} was not asked for.`);
}

/** The library throws for whatever is wrong with an answer, be it garbage or an attack. */
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
