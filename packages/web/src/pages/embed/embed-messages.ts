import { type Embedding, mayFrame } from '@vesper/contract';

/** In every message, in both directions: docs/embedding.md. */
const MARK = { source: 'vesper', version: 1 } as const;

/** A time is in seconds. */
export type Command = { type: 'play' | 'pause' | 'state' } | { type: 'seek'; seconds: number };

/** Times are in seconds. */
export type Report =
  | { type: 'ready'; id: string; gated: boolean; controllable: boolean; duration: number }
  | { type: 'state'; paused: boolean; ended: boolean; time: number; duration: number }
  | { type: 'play' | 'pause' | 'time' | 'ended'; time: number; duration: number }
  | { type: 'error'; reason: 'blocked' | 'broken' | 'gone' };

export type Tell = (report: Report) => void;

/** Undefined for anything else. */
export function readCommand(message: unknown): Command | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { source, version, type, seconds } = message as Record<string, unknown>;
  if (source !== MARK.source || version !== MARK.version) return undefined;
  if (type === 'play' || type === 'pause' || type === 'state') return { type };
  const isTime = typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
  return type === 'seek' && isTime ? { type, seconds } : undefined;
}

/** To any origin: reports hold nothing confidential, and the policy lets only allowed pages frame the player. */
export const tellParent: Tell = (report) => {
  if (parent !== window) parent.postMessage({ ...MARK, ...report }, '*');
};

/** Obeys only pages that may frame the player. */
export function obeyParent(embedding: Embedding, obey: (command: Command) => void): void {
  if (parent === window) return;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !mayFrame(embedding, origin, location.origin)) return;
    const command = readCommand(data);
    if (command) obey(command);
  });
}
