import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** The answers of a dishonest browser. */
export interface Told {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether it was touched. */
  isPresent?: boolean;
  /** An unrequested attestation, as CBOR. */
  attestation?: { format: string; statement: Buffer };
}

const PRESENT = 0x01;
const WITH_KEY = 0x40;

/**
 * A software authenticator with one passkey: sends what a browser would (WebAuthn), honest or not.
 * @param origin of the browser's page, `https://host`
 */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const signed = (data: Buffer, client: Buffer) =>
    sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url');
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
  const authenticator = {
    /** Undefined for an authenticator that does not count. */
    counter: 0 as number | undefined,
    /** `navigator.credentials.create`. */
    make(offer: { challenge: string; rp: { id: string } }, told: Told = {}) {
      const client = clientData('webauthn.create', offer.challenge, { origin, ...told });
      const key = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, coseKey(publicKey)]);
      const data = Buffer.concat([head(told.rpId ?? offer.rp.id, told, WITH_KEY, counted()), key]);
      const { format = 'none', statement = Buffer.from([0xa0]) } = told.attestation ?? {};
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text('fmt'), text(format), text('attStmt'), statement, text('authData'), bytes(data)],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      };
    },
    /** `navigator.credentials.get`. */
    use(request: { challenge: string; rpId: string }, told: Told = {}) {
      const client = clientData('webauthn.get', request.challenge, { origin, ...told });
      const data = head(told.rpId ?? request.rpId, told, 0, counted());
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signed(data, client),
        },
        clientExtensionResults: {},
      };
    },
  };
  function counted(): number {
    if (authenticator.counter === undefined) return 0;
    authenticator.counter += 1;
    return authenticator.counter;
  }
  return authenticator;
}

function clientData(type: string, challenge: string, told: Told & { origin: string }): Buffer {
  return Buffer.from(
    JSON.stringify({ type: told.type ?? type, challenge: told.challenge ?? challenge, origin: told.origin }),
  );
}

/** Authenticator data as far as the counter (WebAuthn, section 6.1). */
function head(rpId: string, { isPresent = true }: Told, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags | (isPresent ? PRESENT : 0)]), count]);
}

function lengthOf(id: Buffer): Buffer {
  return Buffer.from([id.length >> 8, id.length & 255]);
}

/** ES256 on P-256 as a COSE key (RFC 9053): a map of kty, alg, crv, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (label: number, value: string) =>
    Buffer.concat([Buffer.from([label]), bytes(Buffer.from(value, 'base64url'))]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ]);
}

/** A CBOR byte string of 24 to 255 bytes. */
function bytes(value: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, value.length]), value]);
}

/** A CBOR text of less than 24 characters. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
