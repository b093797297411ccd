import { PROVIDER_FRAME } from '../../player/provider-frame.ts';
import type { EmbedData } from './embed-data.ts';
import { countView } from './embed-video.ts';

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
  for (const [name, value] of Object.entries({ ...PROVIDER_FRAME, ...frame }))
    element.setAttribute(name, value);
  root.append(element);
  root.dataset.state = 'provider';
  element.focus();
  countView(id);
}
