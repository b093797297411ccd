/** A video counts as watched after this time, or half of a shorter video. */
const WATCHED_SECONDS = 5;

const NOTE_SECONDS = 5;

/** Decides when to record a playing video. */
export class PlayedTime {
  #notedAt = 0;

  /** A stop is recorded at once if the video counts as watched. */
  isDue({ duration, played }: Pick<HTMLVideoElement, 'duration' | 'played'>, isStop: boolean): boolean {
    let seconds = 0;
    for (let at = 0; at < played.length; at += 1) seconds += played.end(at) - played.start(at);
    const enough = Number.isFinite(duration) ? Math.min(WATCHED_SECONDS, duration / 2) : WATCHED_SECONDS;
    const isFirst = this.#notedAt === 0;
    // The browser starts again from zero when a stream replaces the file.
    const isSoon = !isStop && Math.abs(seconds - this.#notedAt) < NOTE_SECONDS;
    if (isFirst ? seconds < enough : isSoon) return false;
    this.#notedAt = seconds;
    return true;
  }
}
