/** A video counts as watched after so many seconds of playing, or half of it if it is shorter. */
const WATCHED_SECONDS = 5;

/** Seconds of playing between two notes. */
const NOTE_SECONDS = 5;

/** What plays in one step between two time updates, at any speed; anything longer is a jump. */
const STEP_SECONDS = 4;

/** Adds up how long a video has really played, and says when that is to be noted. */
export class PlayedTime {
  #played = 0;
  #notedAt = 0;
  #last: number | undefined;

  /** `time` and `duration` in seconds. A stop is noted at once, if the video counts as watched at all. */
  isDue(time: number, duration: number, isStop: boolean): boolean {
    const step = time - (this.#last ?? time);
    this.#last = time;
    if (step > 0 && step <= STEP_SECONDS) this.#played += step;
    const enough = Number.isFinite(duration) ? Math.min(WATCHED_SECONDS, duration / 2) : WATCHED_SECONDS;
    if (this.#played < enough) return false;
    const isFirst = this.#notedAt === 0;
    if (!isFirst && !isStop && this.#played - this.#notedAt < NOTE_SECONDS) return false;
    this.#notedAt = this.#played;
    return true;
  }
}
