import type { Video } from '@vesper/contract';
import { saysMissing } from '../data/call-failure.ts';
import type { PlayedStream } from './source/hls-source.ts';
import { ownAddressOf, renewedAddress } from './source/own-address.ts';
import { SignedSource, type SignedSourceOptions } from './source/signed-source.ts';
import { SourceSwitch } from './source/source-switch.ts';
import { canStream, isLargerThanShown, isOnSlowLine, readQualities } from './source/stream-reasons.ts';
import { renditionsOf } from './source/video-renditions.ts';

/** `blocked`: the browser requires a click first. `gone`: the video was removed. */
export type PlaybackState = 'ready' | 'blocked' | 'broken' | 'gone';

export interface PlaybackOptions {
  element: HTMLVideoElement;
  /** Shows the last frame while the source changes. */
  frame: HTMLCanvasElement | null;
  video: () => Video;
  sign: SignedSourceOptions['sign'];
  /** Refetches the video for new own addresses. Rethrows the call's error. */
  find: () => Promise<Video>;
  onState: (change: (before: PlaybackState) => PlaybackState) => void;
}

/** How long a stalled film waits before its stream is tried. */
const PATIENCE_MS = 3000;

/** Plays the film's file, which needs no script, and switches to the stream once there is a reason. */
export class Playback {
  #options: PlaybackOptions;
  #listening = new AbortController();
  #own: SignedSource;
  #signed: SignedSource;
  #switch: SourceSwitch;
  #stream: PlayedStream | undefined;
  #mayStream = false;
  #stalled: ReturnType<typeof setTimeout> | undefined;
  #isGone = false;

  constructor(options: PlaybackOptions) {
    const { element, frame, video, sign, find } = options;
    this.#options = options;
    this.#switch = new SourceSwitch(element, frame, () => void this.play());
    // A page left open for a day would outlive its own addresses.
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
    const { element } = this.#options;
    // The file may have failed before we listened.
    if (element.error) this.#fail();
    void this.#own.start();
    const { hlsUrl, videoUrl } = this.#options.video();
    // An element without a source never fails.
    if (!hlsUrl && !videoUrl) void this.#explain();
    else if (hlsUrl && canStream(hlsUrl)) this.#startEither(hlsUrl);
    else if (hlsUrl && element.canPlayType('application/vnd.apple.mpegurl')) this.#startNativeStream(hlsUrl);
    else this.#startFile();
  }

  stop(): void {
    this.#listening.abort();
    clearTimeout(this.#stalled);
    this.#stopRenewing();
    this.#switch.stop();
    this.#stream?.end();
  }

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
    this.#options.element.preload = 'metadata';
    void this.play();
    void this.#signed.start();
  }

  /** The stream's script is loaded only when there is a reason. */
  #startEither(hlsUrl: string): void {
    const { element, video } = this.#options;
    const { signal } = this.#listening;
    const renditions = renditionsOf(element);
    this.#mayStream = true;
    renditions.addEventListener('change', () => void this.#startStream(), { signal });
    readQualities(hlsUrl, signal).then(
      (qualities) => !this.#stream && this.#mayStream && renditions.replace(qualities),
      // Without the playlist there are no qualities to choose from.
      () => {},
    );
    signal.addEventListener('abort', () => renditions.replace([]));
    if (!video().videoUrl || isOnSlowLine() || isLargerThanShown(video(), element)) void this.#startStream();
    else this.#startFile();
  }

  /** Only once; if the stream's script fails to load, the file plays on. */
  async #startStream(): Promise<void> {
    if (!this.#mayStream) return;
    this.#mayStream = false;
    const { element, video } = this.#options;
    const hls = await import('./source/hls-source.ts').catch(() => undefined);
    if (this.#listening.signal.aborted) return;
    if (!hls) {
      renditionsOf(element).replace([]);
      if (element.error) void this.#explain();
      else if (element.preload === 'none') this.#startFile();
      return;
    }
    this.#signed.stop();
    this.#switch.attach(() => {
      this.#stream = hls.playHls({
        element,
        url: video().hlsUrl ?? '',
        onExpired: () => this.#own.expire(),
        onFailure: () => this.#leaveStream(),
      });
    });
  }

  /** The browser makes the requests: a new address is a new source. */
  #startNativeStream(url: string): void {
    this.#options.element.src = url;
    this.#stream = { moveTo: (next, goodForMs) => this.#switch.change(next, goodForMs), end: () => {} };
    void this.play();
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
    for (const type of ['play', 'waiting']) on(type, () => this.#awaitPicture());
    for (const type of ['playing', 'pause', 'error']) on(type, () => clearTimeout(this.#stalled));
    on('ended', () => this.#showLoss());
    document.addEventListener('visibilitychange', () => this.#wake(), { signal });
  }

  #awaitPicture(): void {
    clearTimeout(this.#stalled);
    if (!this.#mayStream) return;
    this.#stalled = setTimeout(() => {
      // A loaded film waits for the machine, not for the network.
      const { networkState } = this.#options.element;
      if (networkState === HTMLMediaElement.NETWORK_LOADING) void this.#startStream();
    }, PATIENCE_MS);
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
    else if (!this.#signed.giveUpCurrent()) void (this.#mayStream ? this.#startStream() : this.#explain());
  }

  /** No source is left: was the video removed? */
  async #explain(): Promise<void> {
    await this.#ask();
    if (!this.#listening.signal.aborted) this.#become(this.#isGone ? 'gone' : 'broken');
  }

  async #ask(): Promise<void> {
    await this.#options.find().catch((error: unknown) => {
      this.#isGone ||= saysMissing(error);
    });
  }

  /** Removed while open: what has loaded plays to its end. */
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
