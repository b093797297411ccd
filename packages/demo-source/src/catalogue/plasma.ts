import type { ClipRecipe } from '../clip.ts';
import { field } from '../pictures.ts';
import { arpeggio, beeps, chord, surf } from '../sounds.ts';

export const PLASMA: readonly ClipRecipe[] = [
  {
    title: 'Weather map plasma',
    description:
      'Highs in red and lows in blue wander about like the weather of a small planet. The sum of three sine waves, in the colours of a forecast.',
    tags: ['plasma', 'bright colours', 'clouds', 'calm'],
    durationSeconds: 10,
    size: '720p',
    picture: field({
      formula: '128+42*(sin(x*7+T)+sin(y*9-T*1.3)+sin((x+y)*5+T*0.7))',
      rows: 60,
      palette: 'spectrum',
    }),
    sound: chord(98, 123.47, 146.83, 220),
  },
  {
    title: 'Plasma like a bed of coals',
    description:
      'Dark and bright patches drift through each other as in the last hour of a camp fire. A low murmur goes with it.',
    tags: ['plasma', 'warm colours', 'glow', 'calm'],
    durationSeconds: 11,
    size: '360p',
    picture: field({
      formula:
        '118+36*(sin(x*6.5+T)+sin(hypot(x,y)*11-T*1.5)+sin((x*cos(T/5)+y*sin(T/5))*8)+0.7*sin(y*13+T))',
      rows: 60,
      palette: 'ember',
    }),
    sound: surf(4, 61),
  },
  {
    title: 'Liquid bands over a reef',
    description:
      'Bands of orange and teal bend, split and join again. The formula puts one sine inside another, which is all that it takes to look like a liquid.',
    tags: ['plasma', 'liquid', 'bands', 'warm colours'],
    durationSeconds: 10,
    size: '480p',
    picture: field({
      formula: '127+110*sin(x*5.5+2*sin(y*7+T)+1.5*sin((x-y)*4.2-T*0.8))',
      rows: 72,
      palette: 'reef',
    }),
    sound: arpeggio(2, 146.83, 174.61, 220, 261.63),
  },
  {
    title: 'Silk in the wind',
    description:
      'Folds of violet cloth with a pale sheen on their ridges. They are bands of a sine wave whose phase is pushed about by two more.',
    tags: ['plasma', 'violet', 'bands', 'calm'],
    durationSeconds: 11,
    size: '360p',
    picture: field({
      formula: '127+118*sin((x+y)*5+2.5*sin(x*4.8+T*0.9+1.5*sin(y*6.7-T*0.6)))',
      rows: 72,
      palette: 'violet',
    }),
    sound: chord(138.59, 207.65, 277.18, 311.13),
  },
  {
    title: 'Drops in a lava lamp',
    description:
      'Three warm drops rise, sink and melt into one another when they meet. Each is a hill whose height falls with the square of the distance.',
    tags: ['plasma', 'liquid', 'glow', 'warm colours'],
    durationSeconds: 9,
    size: 'portrait',
    picture: field({ formula: `30+34*(${drops()})`, rows: 54, palette: 'candy' }),
    sound: surf(7, 62),
  },
  {
    title: 'Chequered cushions',
    description:
      'Two crossed waves make a board of soft squares, which turns and breathes at the same time. The fields are green and butter yellow.',
    tags: ['plasma', 'rotation', 'green', 'geometry'],
    durationSeconds: 9,
    size: '240p',
    picture: field({
      formula:
        '127+60*sin((x*cos(T/4)-y*sin(T/4))*(20+3*sin(T)))+60*sin((x*sin(T/4)+y*cos(T/4))*(20+3*sin(T)))',
      rows: 72,
      palette: 'forest',
    }),
    sound: beeps(330),
  },
  {
    title: 'Marble in slow motion',
    description:
      'Veins of light blue run through dark stone and change their course as if it were still soft. Made from five waves of different lengths.',
    tags: ['plasma', 'marble', 'cool colours', 'clouds'],
    durationSeconds: 20,
    size: '360p',
    picture: field({
      formula:
        '250*(1-pow(abs(sin(x*5+y*3+1.7*sin(y*6.8+T*0.5)+1.1*sin(x*12-T*0.35)+0.5*sin((x+y)*18+T*0.6))),0.45))',
      rows: 72,
      palette: 'ice',
    }),
    sound: chord(87.31, 130.81, 174.61, 261.63),
  },
];

function drops(): string {
  const drop = (x: string, y: string) => `0.17/(0.017+pow(x-${x},2)+pow(y-${y},2))`;
  return [
    drop('0.25*sin(T)', '0.6*cos(T*0.8)'),
    drop('0.2*cos(T*0.7)', '0.5*sin(T*1.1)'),
    drop('0.3*sin(T*0.5+2)', '0.65*sin(T*0.6+1)'),
  ].join('+');
}
