/** A renewed address waits this long for an unnoticeable moment. */
const LONGEST_WAIT_MS = 60_000;
/** The last frame is removed after this time at the latest. */
const FRAME_MS = 4000;
const RESTS = ['pause', 'seeking', 'waiting', 'ended'] as const;

/** Changes the source, keeping position and speed. Waits for a pause, jump or stall; the last frame covers it. */
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

  /** Waits for at most half of `stillGoodForMs`, for which the current address stays valid. */
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

  /** Switches at once, by what `attach` does to the element. */
  attach(attach: () => void): void {
    this.#cancel();
    const element = this.#element;
    const { currentTime, paused, ended, playbackRate } = element;
    this.#hasPlayed ||= element.played.length > 0;
    this.#coverByFrame();
    element.defaultPlaybackRate = playbackRate;
    attach();
    if (currentTime > 0) element.currentTime = currentTime;
    // Until it has played, each new address is a new chance to autoplay.
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
