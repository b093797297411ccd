import { saysMissing } from '../data/call-failure.ts';
import type { SignedAddress } from '../data/catalogue-queries.ts';

/** A signed address is replaced this long before it dies (specification, section 4). */
export const REFRESH_LEAD_MS = 5 * 60_000;
/** After a failed call the next one is made this much later (specification, section 4). */
export const RETRY_MS = 30_000;

const SHORTEST_WAIT_MS = 5000;
/** The longest time a browser's timer can count. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export interface SignedSourceOptions {
  /** The video's own address, which serves whenever no signed one does. */
  ownUrl: () => string;
  /** Asks for a signed address; one from the cache will do unless a fresh one is wanted. */
  sign: (wanted: 'cached' | 'fresh') => Promise<SignedAddress>;
  /**
   * Told the address to play from, each time it is another one, and for how many milliseconds the one before
   * will still be answered: 0 when it is dead or does not play, Infinity when it never dies.
   */
  onChange: (url: string, stillGoodForMs: number) => void;
  /** Told when the call says that there is no such video; asking goes on until `stop`. */
  onMissing?: () => void;
}

/**
 * The life of a video's signed address: asked for at the start, replaced before it dies, and the video's own
 * address in its place while there is none. A failed renewal leaves a signed address that still lives in use.
 */
export class SignedSource {
  #options: SignedSourceOptions;
  #signed: SignedAddress | undefined;
  #url: string;
  /** Whether the address in use has failed to play. */
  #isBad = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAtMs = Number.POSITIVE_INFINITY;
  /** From asking until an answer: through failures and the pauses after them. */
  #isAsking = false;
  #isStopped = false;

  constructor(options: SignedSourceOptions) {
    this.#options = options;
    this.#url = options.ownUrl();
  }

  start(): Promise<void> {
    return this.#sign('cached');
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** A sleeping computer's timers sleep too: asks now for what became due meanwhile. */
  wake(): void {
    if (Date.now() >= this.#dueAtMs) void this.#sign('fresh');
  }

  /** The server calls the address in use expired, whatever the clock says. May be told again and again. */
  expire(): void {
    if (!this.#isAsking) void this.#sign('fresh');
  }

  /**
   * The address in use does not play. A signed one gives way to the own one until the next try; answers false
   * when it was the own one as well, so that nothing is left to play.
   */
  giveUpCurrent(): boolean {
    this.#isBad = true;
    const isOwn = this.#url === this.#options.ownUrl();
    // A video that plays from its source has no other address: signing answers with the same.
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

/** How long to wait with the renewal of an address that lives this much longer; short lives are halved. */
export function refreshDelayMs(remainingMs: number): number {
  const leadMs = Math.min(REFRESH_LEAD_MS, remainingMs / 2);
  return Math.max(remainingMs - leadMs, SHORTEST_WAIT_MS);
}
