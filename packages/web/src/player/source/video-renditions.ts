/** Size in pixels, bit rate in bits per second. */
export interface Rendition {
  id: string;
  width: number;
  height: number;
  bitrate: number;
}

/** As media-chrome expects on a video element (`videoRenditions`). -1 leaves the choice to the player. */
export class VideoRenditions extends EventTarget {
  [index: number]: Rendition;
  length = 0;
  #selectedIndex = -1;

  get selectedIndex(): number {
    return this.#selectedIndex;
  }

  set selectedIndex(index: number) {
    if (index === this.#selectedIndex) return;
    this.#selectedIndex = index;
    this.dispatchEvent(new Event('change'));
  }

  /** Does nothing if they are the same; an empty list hides the menu. */
  replace(renditions: Rendition[]): void {
    if (sizesOf(renditions) === sizesOf([...this])) return;
    this.#selectedIndex = -1;
    while (this.length > renditions.length) delete this[--this.length];
    renditions.forEach((rendition, index) => {
      this[index] = rendition;
    });
    this.length = renditions.length;
    this.dispatchEvent(new Event(renditions.length > 0 ? 'addrendition' : 'removerendition'));
  }

  *[Symbol.iterator](): Generator<Rendition> {
    for (let index = 0; index < this.length; index++) yield this[index] as Rendition;
  }
}

function sizesOf(renditions: Rendition[]): string {
  return renditions.map(({ width, height }) => `${width}x${height}`).join();
}

const known = new WeakMap<HTMLVideoElement, VideoRenditions>();

export function renditionsOf(element: HTMLVideoElement): VideoRenditions {
  const renditions = known.get(element) ?? new VideoRenditions();
  known.set(element, renditions);
  return renditions;
}

/** Before the controls are defined: they look for qualities only when they attach. */
export function installRenditions(): void {
  if ('videoRenditions' in HTMLVideoElement.prototype) return;
  Object.defineProperty(HTMLVideoElement.prototype, 'videoRenditions', {
    get(this: HTMLVideoElement) {
      return renditionsOf(this);
    },
  });
}
