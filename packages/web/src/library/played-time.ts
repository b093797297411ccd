/** A video counts as watched after this time, or half of a shorter video. */
const WATCHED_SECONDS = 5;

const NOTE_SECONDS = 5;

/** Says when to record a video that plays. */
export class PlayedTime {
  #notedAt = 0;

  /** A stop is recorded at once if the video counts as watched. */
  isDue({ duration, played }: Pick<HTMLVideoElement, 'duration' | 'played'>, isStop: boolean): boolean {
    let seconds = 0;
    for (let at = 0; at < played.length; at += 1) seconds += played.end(at) - played.start(at);
    const enough = Number.isFinite(duration) ? Math.min(WATCHED_SECONDS, duration / 2) : WATCHED_SECONDS;
    if (this.#notedAt === 0 && seconds < enough) return false;
    // Fewer seconds than before: the browser counts anew when a stream takes the place of a file.
    if (!isStop && Math.abs(seconds - this.#notedAt) < NOTE_SECONDS) return false;
    this.#notedAt = seconds;
    return true;
  }
}
