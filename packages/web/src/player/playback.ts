import type { Video } from '@vesper/contract';
import { saysMissing } from '../data/call-failure.ts';
import type { PlayedStream } from './hls-source.ts';
import { ownAddressOf, renewedAddress } from './own-address.ts';
import { SignedSource, type SignedSourceOptions } from './signed-source.ts';
import { SourceSwitch } from './source-switch.ts';

/** `blocked`: the browser requires a click first. `gone`: the video was removed. `broken`: any other failure. */
export type PlaybackState = 'ready' | 'blocked' | 'broken' | 'gone';

export interface PlaybackOptions {
  element: HTMLVideoElement;
  /** Shows the last frame while the source changes. */
  frame: HTMLCanvasElement | null;
  video: () => Video;
  sign: SignedSourceOptions['sign'];
  /** Refetches the video for new own addresses; rethrows the call's error. */
  find: () => Promise<Video>;
  onState: (change: (before: PlaybackState) => PlaybackState) => void;
}

/**
 * Keeps a video element supplied with a valid address and tries to play it each time that changes (specification,
 * section 4). A stream is preferred, at its own address; the short-lived signed address is for the file.
 */
export class Playback {
  #options: PlaybackOptions;
  #listening = new AbortController();
  #own: SignedSource;
  #signed: SignedSource;
  #switch: SourceSwitch;
  #stream: PlayedStream | undefined;
  #isGone = false;

  constructor(options: PlaybackOptions) {
    const { element, frame, video, sign, find } = options;
    this.#options = options;
    this.#switch = new SourceSwitch(element, frame, () => void this.play());
    // Own addresses are renewed in the same way; a page left open for a day would outlive them.
    this.#own = new SignedSource({
      ownUrl: () => ownAddressOf(video()).url,
      sign: async (wanted) =>
        wanted === 'cached' ? ownAddressOf(video()) : renewedAddress(video(), await find()),
      onChange: (url, stillGoodForMs) => this.#stream?.moveTo(url, stillGoodForMs),
      onMissing: () => void this.#checkLoss(),
    });
    this.#signed = new SignedSource({
      ownUrl: () => video().videoUrl,
      sign,
      onChange: (url, stillGoodForMs) => this.#switch.change(url, stillGoodForMs),
      onMissing: () => void this.#checkLoss(),
    });
  }

  start(): void {
    this.#listen();
    // It may have failed before this listener was added.
    if (this.#options.element.error) this.#fail();
    void this.#own.start();
    const { hlsUrl, videoUrl } = this.#options.video();
    // Without an embeddable player there is nothing to play: an element without a source never fails.
    if (!hlsUrl && !videoUrl) void this.#explain();
    else if (hlsUrl) this.#startStream(hlsUrl).catch(() => this.#startFileInstead());
    else this.#startFile();
  }

  stop(): void {
    this.#listening.abort();
    this.#stopRenewing();
    this.#switch.stop();
    this.#stream?.end();
  }

  /** Tries to play; the state then says whether the browser requires a click. */
  async play(): Promise<void> {
    try {
      await this.#options.element.play();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') this.#become('blocked');
    }
  }

  retry(): void {
    const { hlsUrl, videoUrl } = this.#options.video();
    if (!hlsUrl && !videoUrl) return;
    this.#become('ready');
    this.#options.element.load();
    void this.play();
  }

  #startFile(): void {
    void this.play();
    void this.#signed.start();
  }

  /** If the script cannot be loaded or the address is invalid, the file still plays. */
  #startFileInstead(): void {
    if (!this.#listening.signal.aborted) this.#startFile();
  }

  async #startStream(url: string): Promise<void> {
    const { element } = this.#options;
    const { signal } = this.#listening;
    const isOwn = new URL(url, location.href).origin === location.origin;
    // hls.js fetches by script, which the policy allows only for our own site: other streams are for browsers that
    // play them by themselves. It is preferred even where the browser plays streams itself: it alone lets visitors choose a quality.
    if (isOwn && 'MediaSource' in window) {
      const { playHls } = await import('./hls-source.ts');
      if (signal.aborted) return;
      this.#stream = playHls({
        element,
        url,
        onExpired: () => this.#own.expire(),
        onFailure: () => this.#leaveStream(),
      });
      void this.play();
    } else if (element.canPlayType('application/vnd.apple.mpegurl')) {
      element.src = url;
      // The browser makes the requests: a new address is a new source, at the same position.
      this.#stream = { moveTo: (next, goodForMs) => this.#switch.change(next, goodForMs), end: () => {} };
      void this.play();
    } else {
      this.#startFile();
    }
  }

  #leaveStream(): void {
    const { element, video } = this.#options;
    const { currentTime } = element;
    const stream = this.#stream;
    this.#stream = undefined;
    this.#switch.stop();
    stream?.end();
    element.src = video().videoUrl;
    element.currentTime = currentTime;
    this.#startFile();
  }

  #listen(): void {
    const { element } = this.#options;
    const { signal } = this.#listening;
    const on = (type: string, act: () => void) => element.addEventListener(type, act, { signal });
    on('play', () => this.#change('blocked', 'ready'));
    on('loadedmetadata', () => this.#change('broken', 'ready'));
    on('error', () => this.#fail());
    on('waiting', () => this.#showLoss());
    on('ended', () => this.#showLoss());
    document.addEventListener('visibilitychange', () => this.#wake(), { signal });
  }

  /** Timers stop while the computer sleeps. */
  #wake(): void {
    this.#own.wake();
    this.#signed.wake();
  }

  #stopRenewing(): void {
    this.#own.stop();
    this.#signed.stop();
  }

  #fail(): void {
    this.#wake();
    if (this.#isGone) this.#become('gone');
    else if (this.#stream) this.#leaveStream();
    else if (!this.#signed.giveUpCurrent()) void this.#explain();
  }

  /** No source is left: checks whether the video was removed. */
  async #explain(): Promise<void> {
    await this.#ask();
    if (!this.#listening.signal.aborted) this.#become(this.#isGone ? 'gone' : 'broken');
  }

  async #ask(): Promise<void> {
    await this.#options.find().catch((error: unknown) => {
      this.#isGone ||= saysMissing(error);
    });
  }

  /** The video was removed while open: what has been loaded plays to its end. */
  async #checkLoss(): Promise<void> {
    await this.#ask();
    if (!this.#isGone || this.#listening.signal.aborted) return;
    this.#stopRenewing();
    const { readyState, ended } = this.#options.element;
    if (ended || readyState < HTMLMediaElement.HAVE_FUTURE_DATA) this.#become('gone');
  }

  #showLoss(): void {
    if (this.#isGone) this.#become('gone');
  }

  #become(state: PlaybackState): void {
    if (state === 'gone') this.#options.element.pause();
    this.#options.onState((before) => (before === 'gone' ? before : state));
  }

  #change(from: PlaybackState, to: PlaybackState): void {
    this.#options.onState((before) => (before === from ? to : before));
  }
}
