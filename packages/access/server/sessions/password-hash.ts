import { type Argon2Parameters, argon2, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane. */
const PRESENT = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

type Costs = Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;

/** Returns a PHC string: `$argon2id$v=19$m=...,t=...,p=...$salt$tag`. */
export async function hashPassword(password: string, costs: Costs = PRESENT): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return phcOf(costs, salt, await tagOf(password, { ...costs, nonce: salt, tagLength: TAG_BYTES }));
}

/** Throws for anything but a PHC string of Argon2id. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const { costs, salt, tag } = parse(phc);
  const given = await tagOf(password, { ...costs, nonce: salt, tagLength: tag.length });
  return timingSafeEqual(given, tag);
}

export function isOutdated(phc: string): boolean {
  const { costs } = parse(phc);
  return (Object.keys(PRESENT) as (keyof Costs)[]).some((name) => costs[name] !== PRESENT[name]);
}

/** A hash of no password, which takes as long to compare as any other. */
export function unknownHash(): string {
  return phcOf(PRESENT, randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));
}

/** 98 bits. */
export function randomPassword(): string {
  return randomGroups(4, 5);
}

export function randomGroups(groups: number, length: number): string {
  const characters = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length }, () => characters[randomInt(characters.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** Systems compose the same characters differently (RFC 8265). */
function tagOf(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  return derive('argon2id', { message: password.normalize('NFC'), ...parameters });
}

function parse(phc: string): { costs: Costs; salt: Buffer; tag: Buffer } {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(phc) ?? [];
  if (!tag) throw new Error('A stored password hash is not a PHC string of Argon2id.');
  return {
    costs: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

function phcOf({ memory, passes, parallelism }: Costs, salt: Buffer, tag: Buffer): string {
  const [saltText, tagText] = [salt, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${saltText}$${tagText}`;
}
