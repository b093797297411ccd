import { type Embedding, mayFrame } from '@vesper/contract';

/** In every message, both ways: docs/embedding.md describes them all. */
const MARK = { source: 'vesper', version: 1 } as const;

/** What a page may ask of the player in its frame; a time is in seconds. */
export type Command = { type: 'play' | 'pause' | 'state' } | { type: 'seek'; seconds: number };

/** What the player tells the page around it; times are in seconds. */
export type Report =
  | { type: 'ready'; id: string; gated: boolean; controllable: boolean; duration: number }
  | { type: 'state'; paused: boolean; ended: boolean; time: number; duration: number }
  | { type: 'play' | 'pause' | 'time' | 'ended'; time: number; duration: number }
  | { type: 'error'; reason: 'blocked' | 'broken' | 'gone' };

export type Tell = (report: Report) => void;

/** The command in a message; undefined for anything else. */
export function readCommand(message: unknown): Command | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const { source, version, type, seconds } = message as Record<string, unknown>;
  if (source !== MARK.source || version !== MARK.version) return undefined;
  if (type === 'play' || type === 'pause' || type === 'state') return { type };
  const isTime = typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0;
  return type === 'seek' && isTime ? { type, seconds } : undefined;
}

/**
 * Tells the page around this frame. Nothing in a report is confidential, and the policy lets only allowed pages frame
 * the player, so that it goes to whichever is there.
 */
export const tellParent: Tell = (report) => {
  if (parent !== window) parent.postMessage({ ...MARK, ...report }, '*');
};

/** Obeys the page around this frame, if it is one of those that may frame the player. */
export function obeyParent(embedding: Embedding, obey: (command: Command) => void): void {
  if (parent === window) return;
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || !mayFrame(embedding, origin, location.origin)) return;
    const command = readCommand(data);
    if (command) obey(command);
  });
}
