import type { EmbedData } from './embed-data.ts';
import { countView } from './embed-video.ts';

/** As on the video page: the provider's scripts run in their own origin and cannot leave the frame. */
const FRAME = {
  sandbox: 'allow-scripts allow-same-origin allow-presentation',
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
  referrerpolicy: 'strict-origin',
  credentialless: '',
};

/** For a provider's video: our picture, replaced by the provider's player once the visitor presses play. */
export function offerProvider(data: EmbedData, root: HTMLElement): void {
  const picture = root.querySelector('img');
  if (picture && data.poster) {
    picture.src = data.poster;
    picture.hidden = false;
  }
  root.querySelector('[data-act]')?.addEventListener('click', () => open(data, root));
}

function open({ id, frame }: EmbedData, root: HTMLElement): void {
  if (!frame) return;
  const element = document.createElement('iframe');
  for (const [name, value] of Object.entries({ ...FRAME, ...frame })) element.setAttribute(name, value);
  root.append(element);
  root.dataset.state = 'provider';
  element.focus();
  countView(id);
}
