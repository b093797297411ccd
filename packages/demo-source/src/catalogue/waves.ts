import type { ClipRecipe } from '../clip.ts';
import { field } from '../pictures.ts';
import { arpeggio, chord, surf, tone } from '../sounds.ts';

export const WAVES: readonly ClipRecipe[] = [
  {
    title: 'Two sources in a ripple tank',
    description:
      'Circular waves spread from two points and cross. Where crest meets crest the water is brightest, and along quiet lines it does not move at all.',
    tags: ['interference', 'ripples', 'physics', 'cool colours'],
    durationSeconds: 12,
    size: '360p',
    picture: field({
      formula: `127+63*${ripple('-0.36', '0')}+63*${ripple('0.36', '0')}`,
      rows: 120,
      palette: 'lagoon',
      periodSeconds: 2,
    }),
    sound: surf(6, 51),
  },
  {
    title: 'Three moving ripples in pink',
    description:
      'Two fixed sources and one that swings from side to side. The pattern they make never quite repeats.',
    tags: ['interference', 'ripples', 'neon', 'physics'],
    durationSeconds: 10,
    size: '480p',
    picture: field({
      formula: `127+42*(${ripple('0.5*sin(T/3)', '-0.25')}+${ripple('-0.44', '0.25')}+${ripple('0.44', '0.25')})`,
      rows: 72,
      palette: 'neon',
    }),
    sound: arpeggio(4, 207.65, 246.94, 311.13, 369.99),
  },
  {
    title: 'Zone plate in motion',
    description:
      'Rings that lie closer and closer together towards the rim, all moving outwards. A hard case for scalers and encoders, and handsome too.',
    tags: ['rings', 'sharpness', 'cool colours', 'physics'],
    durationSeconds: 8,
    size: '480p',
    framesPerSecond: 25,
    picture: field({
      formula: '127+120*sin((pow(x,2)+pow(y,2))*150-2*PI*T)',
      rows: 240,
      palette: 'ice',
      periodSeconds: 1,
    }),
    sound: tone(220),
  },
  {
    title: 'Moiré of two ring systems',
    description:
      'Two sets of fine rings slide over each other. The broad fans that appear are in neither of them: they are the beat between the two.',
    tags: ['interference', 'rings', 'moiré', 'geometry'],
    durationSeconds: 10,
    size: '360p',
    picture: field({
      formula: '127+127*sin(hypot(x-0.1*cos(PI*T/2),y)*85)*sin(hypot(x+0.1*cos(PI*T/2),y)*85)',
      rows: 144,
      palette: 'reef',
      periodSeconds: 4,
    }),
    sound: chord(220, 222, 330),
  },
  {
    title: 'Sugar-candy spiral',
    description:
      'Five arms wind out of the centre and turn without haste. It could go on like this for hours.',
    tags: ['spiral', 'rotation', 'bright colours', 'calm'],
    durationSeconds: 9,
    size: '720p',
    picture: field({
      formula: '127+125*sin(5*atan2(y,x)+hypot(x,y)*20-PI*T)',
      rows: 180,
      palette: 'candy',
      periodSeconds: 2,
    }),
    sound: arpeggio(5, 392, 440, 493.88, 587.33, 659.26),
  },
  {
    title: 'Flight through a chequered tunnel',
    description:
      'The squares of a chequerboard, bent into a tunnel by one division. The far end never comes nearer.',
    tags: ['tunnel', 'rotation', 'violet', 'geometry'],
    durationSeconds: 10,
    size: '360p',
    picture: field({
      formula: '127+125*sin(5/(0.045+hypot(x,y))+PI*T)*sin(6*atan2(y,x)+PI*T/2)',
      rows: 160,
      palette: 'violet',
      periodSeconds: 4,
    }),
    sound: chord(82.41, 123.47, 164.81, 246.94),
  },
  {
    title: 'Five plane waves make a quasicrystal',
    description:
      'Waves from five directions add up to a pattern with fivefold symmetry that never repeats, as in certain alloys.',
    tags: ['interference', 'symmetry', 'physics', 'gold'],
    durationSeconds: 9,
    size: '480p',
    picture: field({ formula: `110+27*(${planeWaves(5)})`, rows: 100, palette: 'gold', periodSeconds: 3 }),
    sound: arpeggio(3, 174.61, 220, 261.63, 349.23),
  },
];

function ripple(x: string, y: string): string {
  return `sin(hypot(x-(${x}),y-(${y}))*30-PI*T)`;
}

function planeWaves(count: number): string {
  const wave = (_: unknown, index: number) => {
    const angle = (2 * Math.PI * index) / count;
    return `sin((x*(${Math.cos(angle).toFixed(4)})+y*(${Math.sin(angle).toFixed(4)}))*34+2*PI*T/3)`;
  };
  return Array.from({ length: count }, wave).join('+');
}
