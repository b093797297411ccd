import type { Video } from '@vesper/contract';
import { saysMissing } from '../data/call-failure.ts';
import type { PlayedStream } from './hls-source.ts';
import { ownAddressOf, renewedAddress } from './own-address.ts';
import { SignedSource, type SignedSourceOptions } from './signed-source.ts';
import { SourceSwitch } from './source-switch.ts';

/** `blocked`: the browser wants a click first. `gone`: the video is there no more. `broken`: any other failure. */
export type PlaybackState = 'ready' | 'blocked' | 'broken' | 'gone';

export interface PlaybackOptions {
  element: HTMLVideoElement;
  /** Shows the last frame while the source changes. */
  frame: HTMLCanvasElement | null;
  video: () => Video;
  sign: SignedSourceOptions['sign'];
  /** Asks the API for the video, whose own addresses are new then; throws what the call threw. */
  find: () => Promise<Video>;
  onState: (change: (before: PlaybackState) => PlaybackState) => void;
}

/**
 * Keeps a video element supplied with a living address and tries to play it each time that changes
 * (specification, section 4). The stream comes first where the video has one, under its own address; the short-lived
 * signed address is for the file.
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
    // The own addresses live by the same rule; a page left open for a day would outlive them.
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
    // It may have failed while nobody listened.
    if (this.#options.element.error) this.#fail();
    void this.#own.start();
    const { hlsUrl, videoUrl } = this.#options.video();
    // A player that may not stand in the page leaves nothing to play: an element without a source never fails.
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

  /** Tries to play; answers nothing, but the state says whether the browser wants a click. */
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

  /** A part of the script that cannot be fetched, or an address that is none, is no reason to show nothing. */
  #startFileInstead(): void {
    if (!this.#listening.signal.aborted) this.#startFile();
  }

  async #startStream(url: string): Promise<void> {
    const { element } = this.#options;
    const { signal } = this.#listening;
    const isOwn = new URL(url, location.href).origin === location.origin;
    // hls.js asks by script, which the policy allows for our own site only: others' streams are for browsers that
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
      // Its requests are the browser's own: a new address is a new source, at the same place.
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

  /** A sleeping computer's timers sleep too. */
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

  /** Nothing is left to play from: is that so because the video has been removed? */
  async #explain(): Promise<void> {
    await this.#ask();
    if (!this.#listening.signal.aborted) this.#become(this.#isGone ? 'gone' : 'broken');
  }

  async #ask(): Promise<void> {
    await this.#options.find().catch((error: unknown) => {
      this.#isGone ||= saysMissing(error);
    });
  }

  /** A video removed while it is open: what has been loaded plays on until it runs out. */
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
