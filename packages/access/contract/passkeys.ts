import { safeText } from '@vesper/core/contract';
import { z } from 'zod';

const NOT_ENCODED = "The browser's answer is not encoded as base64url.";

const encoded = z.string(NOT_ENCODED).max(30_000, "The browser's answer is too long.");
const bytes = encoded.regex(/^[A-Za-z0-9_-]+$/, NOT_ENCODED);

const transports = z.array(z.string().max(50)).max(10);
const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports,
});
const publicKeyType = z.literal('public-key', 'The browser answered with something other than a passkey.');

/** What a browser needs to use a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.enum(['preferred', 'required', 'discouraged']),
  allowCredentials: z.array(descriptor),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** The browser's answer (AuthenticationResponseJSON). */
export const PasskeyAnswer = z.object({
  id: bytes,
  rawId: bytes,
  type: publicKeyType,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: encoded.optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** What a browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON). */
export const PasskeyOffer = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.enum(['preferred', 'required', 'discouraged']),
    requireResidentKey: z.boolean(),
    userVerification: z.enum(['preferred', 'required', 'discouraged']),
  }),
});
export type PasskeyOffer = z.infer<typeof PasskeyOffer>;

/** A passkey made by the browser (RegistrationResponseJSON), with its name. */
export const NewPasskey = z.object({
  name: safeText(100)
    .transform((name) => name.trim())
    .refine((name) => name !== '', 'Please give the passkey a name, such as that of the device.'),
  id: bytes,
  rawId: bytes,
  type: publicKeyType,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: transports.optional(),
  }),
});
export type NewPasskey = z.input<typeof NewPasskey>;
