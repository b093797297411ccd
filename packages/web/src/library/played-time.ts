/** A video counts as watched after this time, or half of a shorter video. */
const WATCHED_SECONDS = 5;

const NOTE_SECONDS = 5;

/** The longest step between two time updates at any speed; a longer one is a jump. */
const STEP_SECONDS = 4;

/** Adds up how long a video has played, and says when to record it. */
export class PlayedTime {
  #played = 0;
  #notedAt = 0;
  #last: number | undefined;

  /** `time` and `duration` in seconds. A stop is recorded at once if the video counts as watched. */
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
