import type { ClipRecipe } from '../clip.ts';
import { scope, soundDrawing } from '../pictures.ts';
import { arpeggio, chord, stereo } from '../sounds.ts';

const FIFTH = { left: '0.9*sin(2*PI*200*t)', right: '0.9*sin(2*PI*300.15*t)' };
const SIXTH = { left: '0.9*sin(2*PI*150*t)', right: '0.9*sin(2*PI*250.1*t)' };
const ROSE = {
  left: '0.95*sin(2*PI*250*t)*cos(2*PI*100.05*t)',
  right: '0.95*sin(2*PI*250*t)*sin(2*PI*100.05*t)',
};
const SPIROGRAPH = {
  left: '0.55*cos(2*PI*50*t)+0.4*cos(2*PI*350.5*t)',
  right: '0.55*sin(2*PI*50*t)-0.4*sin(2*PI*350.5*t)',
};
const STRINGS = arpeggio(2, 110, 164.81, 220, 277.18);
const ORGAN = chord(110, 165, 220, 330, 440, 660, 880, 1320, 1760, 2640, 3520, 5280);

export const SOUND_PICTURES: readonly ClipRecipe[] = [
  {
    title: 'Lissajous figure of a perfect fifth',
    description:
      'An oscilloscope with one tone on each axis, 200 and 300 Hz. The second is a trifle sharp, so the green figure turns in space.',
    tags: ['oscilloscope', 'lissajous', 'green', 'geometry'],
    durationSeconds: 10,
    size: '360p',
    picture: scope({ ...FIFTH, palette: 'phosphor' }),
    sound: stereo(FIFTH.left, FIFTH.right),
  },
  {
    title: 'Lissajous figure of a major sixth',
    description:
      'The ratio of three to five draws a net of fifteen windows. What you see is exactly what you hear.',
    tags: ['oscilloscope', 'lissajous', 'cool colours', 'geometry'],
    durationSeconds: 9,
    size: '480p',
    picture: scope({ ...SIXTH, palette: 'lagoon' }),
    sound: stereo(SIXTH.left, SIXTH.right),
  },
  {
    title: 'A rose drawn by sound',
    description:
      'Two modulated tones steer the beam of an oscilloscope along the petals of a rose curve. It turns slowly, since one of the tones is not quite in tune.',
    tags: ['oscilloscope', 'rose curve', 'warm colours', 'symmetry'],
    durationSeconds: 10,
    size: '360p',
    picture: scope({ ...ROSE, palette: 'ember' }),
    sound: stereo(ROSE.left, ROSE.right),
  },
  {
    title: 'Spirograph in stereo',
    description:
      'One small circle rolls around a large one, and both are tones. Eight loops, drawn fifty times a second.',
    tags: ['oscilloscope', 'spirograph', 'neon', 'symmetry'],
    durationSeconds: 8,
    size: '720p',
    framesPerSecond: 25,
    picture: scope({ ...SPIROGRAPH, palette: 'neon' }),
    sound: stereo(SPIROGRAPH.left, SPIROGRAPH.right),
  },
  {
    title: 'Plucked strings as a waveform',
    description:
      'Four notes, one after another, and the shape of the sound itself. Each pluck begins wide and narrows as it fades.',
    tags: ['waveform', 'notes', 'cool colours', 'physics'],
    durationSeconds: 8,
    size: '360p',
    picture: soundDrawing({
      sound: STRINGS,
      filter: 'showwaves',
      options: 'rate=25:mode=cline:colors=white:scale=sqrt',
      palette: 'ice',
    }),
    sound: STRINGS,
  },
  {
    title: 'Organ pipes in a spectrum',
    description:
      'Octaves and fifths of one note stand side by side like the pipes of an organ, each a peak in the spectrum that rises and falls with the swell.',
    tags: ['spectrum', 'notes', 'bright colours', 'physics'],
    durationSeconds: 8,
    size: '240p',
    picture: soundDrawing({
      sound: ORGAN,
      filter: 'showfreqs',
      options: 'mode=bar:ascale=log:fscale=log:colors=white:win_size=4096',
      palette: 'candy',
    }),
    sound: ORGAN,
  },
];
