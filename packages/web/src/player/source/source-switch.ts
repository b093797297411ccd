/** How long a renewed address waits for an unnoticeable moment to switch. */
const LONGEST_WAIT_MS = 60_000;
/** The last frame is removed after this time at the latest. */
const FRAME_MS = 4000;
const RESTS = ['pause', 'seeking', 'waiting', 'ended'] as const;

/**
 * Switches the address that a video plays from, keeping position, speed and whether it plays. During playback the switch
 * waits for a pause, a jump or a stall, or until `stillGoodForMs` is half over, and the last frame covers it.
 */
export class SourceSwitch {
  #element: HTMLVideoElement;
  #frame: HTMLCanvasElement | null;
  #resume: () => void;
  #cancel = () => {};
  #hasPlayed = false;

  constructor(element: HTMLVideoElement, frame: HTMLCanvasElement | null, resume: () => void) {
    this.#element = element;
    this.#frame = frame;
    this.#resume = resume;
  }

  /** @param stillGoodForMs how long the current address stays valid; 0 switches at once */
  change(url: string, stillGoodForMs: number): void {
    this.#cancel();
    const { paused, currentTime, readyState } = this.#element;
    const isAtRest = paused || currentTime === 0 || readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const now = () =>
      this.attach(() => {
        this.#element.src = url;
      });
    if (isAtRest || stillGoodForMs <= 0) now();
    else this.#atRest(now, Math.min(stillGoodForMs / 2, LONGEST_WAIT_MS));
  }

  stop(): void {
    this.#cancel();
  }

  #atRest(act: () => void, longestMs: number): void {
    const waiting = new AbortController();
    const { signal } = waiting;
    const timer = setTimeout(() => done(), longestMs);
    this.#cancel = () => {
      clearTimeout(timer);
      waiting.abort();
    };
    const done = () => {
      this.#cancel();
      act();
    };
    for (const rest of RESTS) this.#element.addEventListener(rest, done, { signal });
    document.addEventListener('visibilitychange', done, { signal });
  }

  /** Switches at once to the source that `attach` gives the video. */
  attach(attach: () => void): void {
    this.#cancel();
    const element = this.#element;
    const { currentTime, paused, ended, playbackRate } = element;
    this.#hasPlayed ||= element.played.length > 0;
    this.#coverByFrame();
    element.defaultPlaybackRate = playbackRate;
    attach();
    if (currentTime > 0) element.currentTime = currentTime;
    // Before the visitor has done anything, even if resumed from the history, each new address is a new chance to
    // autoplay.
    const isAtStart = currentTime === 0 || !this.#hasPlayed;
    if (isAtStart || (!paused && !ended)) this.#resume();
  }

  #coverByFrame(): void {
    const element = this.#element;
    const frame = this.#frame;
    const hasPicture = element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && element.currentTime > 0;
    const context = frame?.getContext('2d');
    if (!frame || !context || !hasPicture) return;
    frame.width = element.videoWidth;
    frame.height = element.videoHeight;
    context.drawImage(element, 0, 0);
    frame.hidden = false;
    const uncover = () => {
      frame.hidden = true;
      clearTimeout(timer);
      element.removeEventListener('loadeddata', uncover);
      element.removeEventListener('error', uncover);
    };
    const timer = setTimeout(uncover, FRAME_MS);
    element.addEventListener('loadeddata', uncover);
    element.addEventListener('error', uncover);
  }
}
