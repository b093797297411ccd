import { saysMissing } from '../../data/call-failure.ts';
import type { SignedAddress } from '../../data/catalogue-queries.ts';

/** Renewed this long before it expires. */
export const REFRESH_LEAD_MS = 5 * 60_000;
export const RETRY_MS = 30_000;

const SHORTEST_WAIT_MS = 5000;
/** The longest delay of a browser's timer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface SignedSourceOptions {
  /** The fallback for signed addresses. */
  ownUrl: () => string;
  /** From the cache unless `fresh`. */
  sign: (wanted: 'cached' | 'fresh') => Promise<SignedAddress>;
  /**
   * `stillGoodForMs`: the previous address stays valid. 0 if it expired or does not play, Infinity if it never
   * expires.
   */
  onChange: (url: string, stillGoodForMs: number) => void;
  /** The video does not exist; retries continue until `stop`. */
  onMissing: () => void;
}

/** Renews a video's signed address before it expires. If that fails, plays it to its expiry, then the own one. */
export class SignedSource {
  #options: SignedSourceOptions;
  #signed: SignedAddress | undefined;
  #url: string;
  /** The current address has failed to play. */
  #isBad = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  /** True until an answer arrives, failures and pauses included. */
  #isAsking = false;
  #isStopped = false;

  constructor(options: SignedSourceOptions) {
    this.#options = options;
    this.#url = options.ownUrl();
  }

  start(): Promise<void> {
    this.#isStopped = false;
    return this.#sign('cached');
  }

  stop(): void {
    this.#isStopped = true;
    this.#schedule(Number.POSITIVE_INFINITY);
  }

  /** Timers stop while the computer sleeps. */
  wake(): void {
    if (Date.now() >= this.#dueAtMs) void this.#sign('fresh');
  }

  /** The server says that the address has expired, whatever the clock says. May be called repeatedly. */
  expire(): void {
    if (!this.#isAsking) void this.#sign('fresh');
  }

  /** The current address does not play: falls back to the own one. False if nothing is left to play. */
  giveUpCurrent(): boolean {
    this.#isBad = true;
    const isOwn = this.#url === this.#options.ownUrl();
    // A remote video has no other address: signing returns the same one.
    if (isOwn || !this.#signed || this.#url !== this.#signed.url) return false;
    this.#signed = undefined;
    this.#fallBack();
    return true;
  }

  async #sign(wanted: 'cached' | 'fresh'): Promise<void> {
    this.#isAsking = true;
    this.#schedule(Number.POSITIVE_INFINITY);
    try {
      const signed = await this.#options.sign(wanted);
      if (!this.#isStopped) this.#use(signed);
    } catch (error) {
      if (this.#isStopped) return;
      this.#fallBack();
      if (saysMissing(error)) this.#options.onMissing();
    }
  }

  #use(signed: SignedAddress): void {
    const before = this.#signed;
    this.#isAsking = false;
    this.#signed = signed;
    this.#play(signed.url, before ? before.expiresAtMs - Date.now() : Number.POSITIVE_INFINITY);
    this.#schedule(refreshDelayMs(signed.expiresAtMs - Date.now()));
  }

  #fallBack(): void {
    const lives = this.#signed && Date.now() < this.#signed.expiresAtMs;
    if (!lives) this.#play(this.#options.ownUrl(), 0);
    this.#schedule(RETRY_MS);
  }

  #play(url: string, stillGoodForMs: number): void {
    if (url === this.#url) return;
    this.#url = url;
    this.#options.onChange(url, this.#isBad ? 0 : Math.max(stillGoodForMs, 0));
    this.#isBad = false;
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#dueAtMs = Date.now() + delayMs;
    if (!Number.isFinite(delayMs)) return;
    this.#timer = setTimeout(() => void this.#sign('fresh'), Math.min(delayMs, LONGEST_WAIT_MS));
  }
}

/** Short lifetimes are halved. */
export function refreshDelayMs(remainingMs: number): number {
  const leadMs = Math.min(REFRESH_LEAD_MS, remainingMs / 2);
  return Math.max(remainingMs - leadMs, SHORTEST_WAIT_MS);
}
