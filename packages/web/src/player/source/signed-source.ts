import { saysMissing } from '../../data/call-failure.ts';
import type { SignedAddress } from '../../data/catalogue-queries.ts';

/** A signed address is renewed this long before it expires. */
export const REFRESH_LEAD_MS = 5 * 60_000;
/** The pause after a failed call. */
export const RETRY_MS = 30_000;

const SHORTEST_WAIT_MS = 5000;
/** The longest delay of a browser's timer. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface SignedSourceOptions {
  /** The video's own address, the fallback for signed ones. */
  ownUrl: () => string;
  /** Fetches a signed address, from the cache unless `fresh`. */
  sign: (wanted: 'cached' | 'fresh') => Promise<SignedAddress>;
  /**
   * Called with each new address to play from, and for how many milliseconds the previous one
   * stays valid: 0 if it has expired or does not play, Infinity if it never expires.
   */
  onChange: (url: string, stillGoodForMs: number) => void;
  /** Called when the call says that there is no such video; it keeps trying until `stop`. */
  onMissing?: () => void;
}

/**
 * The life cycle of a video's signed address: fetched at the start and renewed before it expires, with the video's own
 * address as a fallback. After a failed renewal a signed address stays in use while it is valid.
 */
export class SignedSource {
  #options: SignedSourceOptions;
  #signed: SignedAddress | undefined;
  #url: string;
  /** Whether the current address has failed to play. */
  #isBad = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  /** From the first call until an answer, including failures and pauses. */
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

  /** Timers stop while the computer sleeps: renews now if that became due. */
  wake(): void {
    if (Date.now() >= this.#dueAtMs) void this.#sign('fresh');
  }

  /** The server says that the current address has expired, whatever the clock says. May be called repeatedly. */
  expire(): void {
    if (!this.#isAsking) void this.#sign('fresh');
  }

  /**
   * The current address does not play. A signed one is replaced by the own one until the next attempt; returns false if it
   * was the own one already, so that nothing is left to play.
   */
  giveUpCurrent(): boolean {
    this.#isBad = true;
    const isOwn = this.#url === this.#options.ownUrl();
    // A video that plays from its source has no other address: signing returns the same one.
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
      if (saysMissing(error)) this.#options.onMissing?.();
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

/** How long to wait before renewing an address that is valid for this long; short times are halved. */
export function refreshDelayMs(remainingMs: number): number {
  const leadMs = Math.min(REFRESH_LEAD_MS, remainingMs / 2);
  return Math.max(remainingMs - leadMs, SHORTEST_WAIT_MS);
}
