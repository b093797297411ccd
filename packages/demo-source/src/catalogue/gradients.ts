import type { ClipRecipe } from '../clip.ts';
import { colourField, field } from '../pictures.ts';
import { arpeggio, chord, surf } from '../sounds.ts';

export const GRADIENTS: readonly ClipRecipe[] = [
  {
    title: 'Slow violet gradient',
    description:
      'Nothing happens, very slowly: a ramp from night blue over violet to pale pink turns about the middle of the frame. Pleasant behind other work.',
    tags: ['gradient', 'violet', 'calm', 'background'],
    durationSeconds: 14,
    size: '360p',
    picture: field({ formula: '127+150*(x*cos(T/5)+y*sin(T/5))', rows: 45, palette: 'dusk' }),
    sound: chord(73.42, 110, 146.83, 220),
  },
  {
    title: 'Sunrise gradient',
    description:
      'Dark blue gives way to rose, orange and the first yellow. A pale sun climbs from below the horizon and takes the colours along.',
    tags: ['gradient', 'warm colours', 'calm', 'sky'],
    durationSeconds: 12,
    size: '720p',
    picture: field({
      formula: '70+230*(y+0.02*T)+95*exp(-9*(pow(x,2)+pow(y-0.42+0.035*T,2)))',
      rows: 60,
      palette: 'sunrise',
    }),
    sound: surf(8, 41),
  },
  {
    title: 'Rings of a pastel lamp',
    description:
      'Soft rings of light swell from the middle of the frame and fade towards the corners, one breath every few seconds.',
    tags: ['gradient', 'rings', 'pastel', 'calm'],
    durationSeconds: 10,
    size: '480p',
    picture: field({
      formula: '135+115*cos(hypot(x,y)*(9+2*sin(PI*T/2))-PI*T/2)*exp(-0.8*hypot(x,y))',
      rows: 72,
      palette: 'rose',
      periodSeconds: 4,
    }),
    sound: chord(123.47, 185, 246.94),
  },
  {
    title: 'Colour fan around the centre',
    description:
      'All hues of the wheel side by side, turning like the sails of a mill. The middle stays pale, the rim is saturated.',
    tags: ['gradient', 'colour wheel', 'rotation', 'bright colours'],
    durationSeconds: 8,
    size: '360p',
    picture: colourField({
      red: hueWave(0),
      green: hueWave(2.094),
      blue: hueWave(4.189),
      rows: 60,
      periodSeconds: 4,
    }),
    sound: arpeggio(3, 261.63, 293.66, 329.63, 392, 440),
  },
  {
    title: 'Northern lights',
    description:
      'Curtains of green and teal wave above a dark horizon. They are three sine waves and a ramp, nothing more.',
    tags: ['gradient', 'sky', 'green', 'calm'],
    durationSeconds: 12,
    size: '480p',
    picture: field({ formula: curtain(), rows: 81, palette: 'phosphor' }),
    sound: surf(10, 42),
  },
  {
    title: 'Four corners, four colours',
    description:
      'Each corner has its own colour, and each colour takes its turn to grow. In between they mix as paint never would.',
    tags: ['gradient', 'mixing', 'bright colours', 'background'],
    durationSeconds: 10,
    size: '360p',
    picture: colourField({
      red: '140+140*x+50*sin(PI*T/2)*(0.5-x)',
      green: '120-180*y+50*cos(PI*T/2)*(0.5+x)',
      blue: '135+150*y-70*x+40*sin(PI*T/2+1)',
      rows: 45,
      periodSeconds: 4,
    }),
    sound: chord(164.81, 207.65, 246.94, 329.63),
  },
  {
    title: 'Mint and coral dunes',
    description:
      'Long soft ridges pass from the bottom of a tall frame to its top. Light falls from the left, and the valleys are filled with shade.',
    tags: ['gradient', 'dunes', 'pastel', 'calm'],
    durationSeconds: 10,
    size: 'portrait',
    picture: field({
      formula: '132+95*sin(y*6+1.6*sin(x*3.5+T*0.5)+T)*(0.7+0.3*cos(x*2.5-T*0.3))',
      rows: 54,
      palette: 'reef',
    }),
    sound: arpeggio(2, 220, 329.63, 392, 493.88),
  },
];

function hueWave(phase: number): string {
  return `140+110*min(1,hypot(x,y)*2)*cos(atan2(y,x)-PI*T/2+${phase})`;
}

function curtain(): string {
  const edge = '(0.12+0.12*sin(x*4.6+T*0.7)+0.07*sin(x*11-T*1.1))';
  const rays = '(0.75+0.25*sin(x*40+2*sin(x*6.3+T)))';
  return `16+225*${rays}*if(lt(y,${edge}),exp((y-${edge})*4.3),exp((${edge}-y)*24))`;
}
