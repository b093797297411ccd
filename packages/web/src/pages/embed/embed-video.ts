import type { EmbedData } from './embed-data.ts';
import type { Command, Report, Tell } from './embed-messages.ts';

/** Time reports come at most this often. */
const TIME_MS = 250;

const SENTENCES = {
  gone: 'This video is no longer available.',
  broken: 'This video cannot be played right now.',
} as const;

type State = 'ready' | 'playing' | 'paused' | keyof typeof SENTENCES;

/** Plays the film with the browser's controls. When playback fails, fetches a fresh address. */
export class EmbedVideo {
  #data: EmbedData;
  #root: HTMLElement;
  #element: HTMLVideoElement;
  #tell: Tell;
  #toldAt = Number.NEGATIVE_INFINITY;
  #wasPlaying = false;

  constructor(data: EmbedData, root: HTMLElement, tell: Tell) {
    this.#data = data;
    this.#root = root;
    this.#tell = tell;
    this.#element = root.querySelector('video') as HTMLVideoElement;
  }

  start(): void {
    const { poster, videoUrl, hlsUrl } = this.#data;
    const element = this.#element;
    this.#listen();
    if (poster) element.poster = poster;
    const isStreamOnly = !videoUrl && element.canPlayType('application/vnd.apple.mpegurl') !== '';
    const source = isStreamOnly ? hlsUrl : videoUrl;
    if (source) element.src = source;
    else this.#fail('broken');
  }

  obey(command: Command): void {
    if (command.type === 'play') void this.#play();
    else if (command.type === 'pause') this.#element.pause();
    else if (command.type === 'seek') this.#element.currentTime = Math.min(command.seconds, this.#duration());
    else this.#tell({ type: 'state', ...this.#times(), ...this.#stops() });
  }

  #listen(): void {
    const element = this.#element;
    element.addEventListener('play', () => this.#become('playing', 'play'));
    element.addEventListener('pause', () => this.#become('paused', 'pause'));
    element.addEventListener('ended', () => this.#become('paused', 'ended'));
    element.addEventListener('timeupdate', () => this.#tellTime());
    element.addEventListener('error', () => void this.#renew());
    element.addEventListener('playing', () => countView(this.#data.id), { once: true });
    for (const button of this.#root.querySelectorAll('[data-act]'))
      button.addEventListener('click', () => this.#act(button.getAttribute('data-act')));
  }

  #act(act: string | null): void {
    if (act === 'retry') {
      this.#show('ready');
      this.#element.load();
    }
    this.#element.focus({ preventScroll: true });
    void this.#play();
  }

  async #play(): Promise<void> {
    try {
      await this.#element.play();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError')
        this.#tell({ type: 'error', reason: 'blocked' });
    }
  }

  /** The address may have expired, or the film may be gone. */
  async #renew(): Promise<void> {
    const element = this.#element;
    const { currentTime } = element;
    const failed = element.src;
    const found = await findVideo(this.#data.id);
    if (found === 'gone' || found === 'broken') return this.#fail(found);
    if (!found || new URL(found, location.href).href === failed) return this.#fail('broken');
    element.src = found;
    element.currentTime = currentTime;
    if (this.#wasPlaying) void this.#play();
  }

  #fail(reason: keyof typeof SENTENCES): void {
    const sentence = this.#root.querySelector('[role=alert] p');
    this.#show(reason);
    if (sentence) sentence.textContent = SENTENCES[reason];
    this.#tell({ type: 'error', reason });
  }

  #become(state: State, type: 'play' | 'pause' | 'ended'): void {
    // Until now there was only the large button.
    this.#element.controls = true;
    this.#wasPlaying = state === 'playing';
    this.#show(state);
    this.#tell({ type, ...this.#times() });
  }

  #show(state: State): void {
    this.#root.dataset.state = state;
  }

  #tellTime(): void {
    if (performance.now() - this.#toldAt < TIME_MS) return;
    this.#toldAt = performance.now();
    this.#tell({ type: 'time', ...this.#times() });
  }

  #times(): { time: number; duration: number } {
    return { time: this.#element.currentTime, duration: this.#duration() };
  }

  #stops(): Pick<Extract<Report, { type: 'state' }>, 'paused' | 'ended'> {
    const { paused, ended } = this.#element;
    return { paused, ended };
  }

  /** Nothing is loaded before the visitor plays. */
  #duration(): number {
    const { duration } = this.#element;
    return Number.isFinite(duration) ? duration : this.#data.duration;
  }
}

/** Only once something plays: a page may frame a dozen videos. */
export function countView(id: string): void {
  // Not worth disturbing the visitor.
  fetch(`${callOf(id)}/view`, { method: 'POST', keepalive: true }).catch(() => {});
}

/** In a frame sandboxed into an origin of its own, no call succeeds. */
async function findVideo(id: string): Promise<string | 'gone' | 'broken'> {
  try {
    const response = await fetch(callOf(id));
    if (response.status === 404 || response.status === 410) return 'gone';
    const { videoUrl, hlsUrl } = await response.json();
    return String(videoUrl || hlsUrl || '');
  } catch {
    return 'broken';
  }
}

const callOf = (id: string) => `/api/videos/${encodeURIComponent(id)}`;
