import type { Socket } from 'node:net';
import { type Duplex, Transform } from 'node:stream';
import type { OutboundAllow } from './address-guard.ts';
import {
  checkAddress,
  createSocketOpener,
  portOf,
  type ResolveHost,
  resolveBySystem,
} from './guarded-socket.ts';
import { requestError } from './network-error.ts';
import { tooLargeError } from './response-body.ts';
import { SourceError } from './source-error.ts';
import { createTransferControl, orAborted, type TransferControl } from './transfer-control.ts';

export interface EgressLimits {
  allow: OutboundAllow;
  /** Of everything transferred, in both directions. */
  maxBytes: number;
  /** From the start; then every connection is closed. */
  maxDurationMs: number;
  /** The longest silence of the other side. */
  idleTimeoutMs?: number;
  connectTimeoutMs?: number;
  /** The ports of plain requests, 80 and 443 unless given; `allow` names further ones. */
  ports?: readonly number[];
  /** The ports of tunnels, 443 unless given; `allow` names further ones. */
  tunnelPorts?: readonly number[];
  resolveHost?: ResolveHost;
  /** Awaited before each request and tunnel, to keep a host's delay. A rejection refuses the request. */
  beforeRequest?: (host: string, signal: AbortSignal) => Promise<void>;
}

/** What all requests of one run share: the guard, the limits, and why something was refused. */
export interface EgressRun {
  /** Aborted when the run ends or exceeds a limit. */
  readonly signal: AbortSignal;
  readonly refusal: SourceError | undefined;
  /** A connection to `url`, for a plain request or a tunnel. Throws SourceError or the signal's reason. */
  open(url: URL, purpose: 'request' | 'tunnel'): Promise<Socket>;
  /** Counts bytes; exceeding the limit ends the whole run. */
  meter(): Transform;
  /** Closes this connection too when the run ends. */
  track(socket: Duplex): void;
  /** Remembers the first refusal for the run's caller, and returns it as a SourceError. */
  refuse(error: unknown): SourceError;
  end(): void;
}

export function createEgressRun(limits: EgressLimits): EgressRun {
  const stop = new AbortController();
  const control = createTransferControl(limits.maxDurationMs, stop.signal);
  const tracked = trackSockets(control.signal);
  const open = createOpener(limits, control);
  let passedBytes = 0;
  let refusal: SourceError | undefined;

  function refuse(error: unknown): SourceError {
    const known = control.signal.aborted ? control.signal.reason : error;
    const fault = requestError(known, 'The host', limits.connectTimeoutMs ?? 0);
    refusal ??= fault;
    return fault;
  }

  function meter(): Transform {
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        passedBytes += chunk.length;
        if (passedBytes <= limits.maxBytes) return done(null, chunk);
        stop.abort(tooLargeError(limits.maxBytes));
        done(refuse(undefined));
      },
    });
  }

  control.signal.addEventListener('abort', () => {
    if (control.signal.reason instanceof SourceError) refuse(undefined);
  });
  return {
    signal: control.signal,
    get refusal() {
      return refusal;
    },
    async open(url, purpose) {
      const socket = await open(url, purpose);
      tracked(socket);
      socket.setTimeout(limits.idleTimeoutMs ?? 30_000, () => socket.destroy());
      return socket;
    },
    meter,
    track: tracked,
    refuse,
    end() {
      stop.abort(new SourceError('too_long', 'The run is over.'));
      control.finish();
    },
  };
}

function createOpener(limits: EgressLimits, { signal }: TransferControl) {
  const { allow, resolveHost = resolveBySystem, connectTimeoutMs = 10_000 } = limits;
  const guardOf = (ports: readonly number[]) => {
    const options = { allow, ports, resolveHost, connectTimeoutMs };
    return { rules: options, open: createSocketOpener(options) };
  };
  const guards = {
    request: guardOf(limits.ports ?? [80, 443]),
    tunnel: guardOf(limits.tunnelPorts ?? [443]),
  };
  return async (url: URL, purpose: 'request' | 'tunnel'): Promise<Socket> => {
    const guard = guards[purpose];
    checkAddress(url, guard.rules);
    signal.throwIfAborted();
    if (limits.beforeRequest) await orAborted(limits.beforeRequest(url.hostname, signal), signal);
    try {
      return await guard.open(url.hostname, portOf(url.port, url.protocol));
    } catch (error) {
      throw requestError(error, url.host, connectTimeoutMs);
    }
  };
}

function trackSockets(signal: AbortSignal): (socket: Duplex) => void {
  const open = new Set<Duplex>();
  signal.addEventListener('abort', () => {
    for (const socket of open) socket.destroy();
  });
  return (socket) => {
    socket.on('error', () => undefined); // Its reader learns of it from its end.
    if (signal.aborted) socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
}
