import './embed.css';
import { AGE_KEY } from '../../age-gate/first-paint.ts';
import { PROVIDER_FRAME } from '../../player/provider-frame.ts';
import { deterCopying } from '../../shell/deterrents.ts';
import { writeStored } from '../../ui/storage.ts';
import type { EmbedData } from './embed-data.ts';
import { type Command, obeyParent, tellParent } from './embed-messages.ts';
import { countView, EmbedVideo } from './embed-video.ts';

const html = document.documentElement;
const root = document.getElementById('main');
const data: EmbedData | null = JSON.parse(document.getElementById('embed')?.textContent ?? 'null');

if (root && data) start(root, data);
else tellParent({ type: 'error', reason: 'gone' });

/** Until the age gate is confirmed nothing is requested, and the framing page is told only that it waits. */
function start(root: HTMLElement, data: EmbedData): void {
  const video = root.querySelector('video') && new EmbedVideo(data, root, tellParent);
  let isOpen = false;
  const sayReady = () =>
    tellParent({
      type: 'ready',
      id: data.id,
      gated: !isOpen,
      controllable: Boolean(video),
      duration: data.duration,
    });
  const open = () => {
    isOpen = true;
    sayReady();
    if (video) video.start();
    else offerProvider(data, root);
  };
  obeyParent(data.embedding, (command: Command) => {
    if (isOpen && video) video.obey(command);
    else if (command.type === 'state') sayReady();
  });
  if (data.deterrents) deterCopying();
  root.addEventListener('contextmenu', (event) => event.preventDefault());
  if (html.dataset.age === 'confirmed') open();
  else sayReady();
  for (const button of document.querySelectorAll<HTMLElement>('[data-age-answer]'))
    button.addEventListener('click', () => {
      if (button.dataset.ageAnswer === 'leave') return location.replace('about:blank');
      rememberAge();
      open();
      (root.querySelector<HTMLElement>('.play') ?? root).focus({ preventScroll: true });
    });
}

function rememberAge(): void {
  html.dataset.age = 'confirmed';
  writeStored('localStorage', AGE_KEY, '1');
}

/** Our picture until the visitor presses play, then the provider's player. */
function offerProvider(data: EmbedData, root: HTMLElement): void {
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
