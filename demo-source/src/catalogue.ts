import type { Clip } from './clip.ts';
import { chart, elementary, field, life, mandelbrot, type Picture, scope } from './pictures.ts';
import { beeps, chord, stereo } from './sounds.ts';

/** A clip without what its position gives it. */
interface Recipe {
  title: string;
  description: string;
  tags: string[];
  picture: Picture;
  sound?: string;
}

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

const SHELVES: Record<string, Recipe[]> = {
  Fractals: [
    {
      title: 'Mandelbrot zoom into Seahorse Valley',
      description:
        'A steady dive between the two largest bulbs of the Mandelbrot set, where the border curls into rows of tails.',
      tags: ['mandelbrot', 'zoom', 'spiral', 'warm colours'],
      picture: mandelbrot({ x: -0.743643887, y: 0.131825904, from: 0.1, to: 0.0002, palette: 'ember' }),
    },
    {
      title: 'Violet lace on the edge of a bulb',
      description:
        'A slow approach to the filigree that grows where two round bulbs nearly touch, a little finer with every step.',
      tags: ['mandelbrot', 'zoom', 'violet', 'calm'],
      picture: mandelbrot({ x: -0.761574, y: -0.0847596, from: 0.05, to: 0.0008, palette: 'violet' }),
    },
    {
      title: 'Green lightning at the top of the set',
      description:
        'Near its northern tip the Mandelbrot set is all branches and no body: frost, roots or lightning.',
      tags: ['mandelbrot', 'zoom', 'branches', 'green'],
      picture: mandelbrot({ x: -0.1011, y: 0.9563, from: 0.4, to: 0.003, palette: 'forest' }),
    },
    {
      title: 'The whole Mandelbrot set, slowly nearer',
      description:
        'The complete figure in bright map colours: the heart-shaped body, the round head and the needle.',
      tags: ['mandelbrot', 'overview', 'bright colours'],
      picture: mandelbrot({ x: -0.6, y: 0, from: 2.6, to: 1.9, palette: 'spectrum' }),
    },
  ],
  'Cellular automata': [
    {
      title: 'Rule 30 cellular automaton',
      description:
        'One cell and a rule of three neighbours: the left side turns out regular, the right side looks like chance.',
      tags: ['rule 30', 'automaton', 'chaos', 'triangles'],
      picture: elementary({ rule: 30, rows: 120, palette: 'reef' }),
    },
    {
      title: 'Rule 90 draws a Sierpinski triangle',
      description:
        'Each new cell is the exclusive or of the two above it, which gives the triangle of Pascal modulo two.',
      tags: ['rule 90', 'automaton', 'self-similar', 'triangles'],
      picture: elementary({ rule: 90, rows: 80, palette: 'candy' }),
    },
    {
      title: 'Traffic flow with rule 184',
      description:
        'Live cells are cars that move on when the road ahead is free. Jams appear by themselves and travel backwards.',
      tags: ['rule 184', 'automaton', 'traffic', 'diagonals'],
      picture: elementary({ rule: 184, rows: 90, fill: 0.52, palette: 'ember' }),
    },
    {
      title: 'Rule 73 between its walls',
      description:
        'Solid walls form at once and never fall. In each chamber between them a small pattern runs in circles.',
      tags: ['rule 73', 'automaton', 'stripes', 'calm'],
      picture: elementary({ rule: 73, rows: 60, fill: 0.5, palette: 'forest' }),
    },
  ],
  'Game of Life': [
    {
      title: 'Game of Life in glowing embers',
      description:
        'A random soup settles down under the usual rule. Cells that die go on glowing, so that their tracks show.',
      tags: ['game of life', 'automaton', 'glow', 'warm colours'],
      picture: life({ rule: 'B3/S23', rows: 72, fill: 0.3, palette: 'ember' }),
    },
    {
      title: 'HighLife with pink trails',
      description:
        'One more condition for birth, six neighbours, and a pattern exists that copies itself, leaving trails of pink.',
      tags: ['highlife', 'automaton', 'glow', 'bright colours'],
      picture: life({ rule: 'B36/S23', rows: 54, fill: 0.32, palette: 'candy' }),
    },
    {
      title: 'Seeds exploding over ice',
      description:
        'Every live cell dies at once, and two neighbours are enough for a birth. A handful of cells becomes a storm.',
      tags: ['seeds', 'automaton', 'glow', 'cool colours'],
      picture: life({ rule: 'B2/S', rows: 90, fill: 0.015, palette: 'ice' }),
    },
    {
      title: 'Islands of Diamoeba on a reef',
      description:
        'Live regions behave like amoebas with straight edges: they swallow small neighbours, stretch and break.',
      tags: ['diamoeba', 'automaton', 'coastlines', 'calm'],
      picture: life({ rule: 'B35678/S5678', rows: 120, fill: 0.49, palette: 'reef' }),
    },
  ],
  Gradients: [
    {
      title: 'Slow violet gradient',
      description:
        'Nothing happens, very slowly: a ramp from night blue over violet to pale pink turns about the middle.',
      tags: ['gradient', 'violet', 'calm', 'background'],
      picture: field('127+150*(x*cos(T/5)+y*sin(T/5))', 'violet'),
    },
    {
      title: 'Sunrise gradient',
      description:
        'Dark blue gives way to rose and orange. A pale sun climbs from below the horizon and takes the colours along.',
      tags: ['gradient', 'warm colours', 'calm', 'sky'],
      picture: field('70+230*(y+0.02*T)+95*exp(-9*(pow(x,2)+pow(y-0.42+0.035*T,2)))', 'candy'),
    },
    {
      title: 'Rings of a pastel lamp',
      description: 'Soft rings of light swell from the middle of the frame and fade towards the corners.',
      tags: ['gradient', 'rings', 'pastel', 'calm'],
      picture: field('135+115*cos(hypot(x,y)*(9+2*sin(PI*T/2))-PI*T/2)*exp(-0.8*hypot(x,y))', 'ember'),
    },
    {
      title: 'Mint and coral dunes',
      description:
        'Long soft ridges pass from the bottom to the top. Light falls from the left, and the valleys lie in shade.',
      tags: ['gradient', 'dunes', 'pastel', 'calm'],
      picture: field('132+95*sin(y*6+1.6*sin(x*3.5+T*0.5)+T)*(0.7+0.3*cos(x*2.5-T*0.3))', 'reef'),
    },
  ],
  'Test charts': [
    {
      title: 'SMPTE test chart with tone',
      description:
        'The HD colour bars that every studio knows. A white square glides over them, so that torn frames show.',
      tags: ['test chart', 'colour bars', 'full hd', 'reference tone'],
      picture: chart('smptehdbars', 'white'),
      sound: beeps(1000),
    },
    {
      title: 'Moving test pattern with frame counter',
      description:
        'Colour bars, a rolling rainbow and a counter of frames: good for checking that picture and sound stay together.',
      tags: ['test chart', 'frame counter', 'bright colours', 'beeps'],
      picture: chart('testsrc2', 'white'),
      sound: beeps(880),
    },
    {
      title: 'European colour bars',
      description:
        'Eight vertical bars at 75 per cent, as European broadcasters used them. A small yellow square keeps moving.',
      tags: ['test chart', 'colour bars', 'reference tone', 'stripes'],
      picture: chart('pal75bars', 'yellow'),
      sound: beeps(440),
    },
    {
      title: 'Red, green & blue "phase" star',
      description:
        'Thirty-six spokes meet in the middle. The smaller the grey spot there, the sharper the picture.',
      tags: ['test chart', 'sharpness', 'rotation', 'geometry'],
      picture: field('127+120*clip(6*sin(36*atan2(y,x)+PI*T),-1,1)', 'slate', 180),
      sound: beeps(660),
    },
  ],
  Waves: [
    {
      title: 'Two sources in a ripple tank',
      description:
        'Circular waves spread from two points and cross. Along quiet lines the water does not move at all.',
      tags: ['interference', 'ripples', 'physics', 'cool colours'],
      picture: field('127+63*sin(hypot(x+0.36,y)*30-PI*T)+63*sin(hypot(x-0.36,y)*30-PI*T)', 'ice', 120),
    },
    {
      title: 'Moiré of two ring systems',
      description:
        'Two sets of fine rings slide over each other. The broad fans are in neither: they are the beat between the two.',
      tags: ['interference', 'rings', 'moiré', 'geometry'],
      picture: field(
        '127+127*sin(hypot(x-0.1*cos(PI*T/2),y)*85)*sin(hypot(x+0.1*cos(PI*T/2),y)*85)',
        'reef',
        144,
      ),
    },
    {
      title: 'Sugar-candy spiral',
      description:
        'Five arms wind out of the centre and turn without haste. It could go on like this for hours.',
      tags: ['spiral', 'rotation', 'bright colours', 'calm'],
      picture: field('127+125*sin(5*atan2(y,x)+hypot(x,y)*20-PI*T)', 'candy', 120),
    },
    {
      title: 'Flight through a chequered tunnel',
      description:
        'The squares of a chequerboard, bent into a tunnel by one division. The far end never comes nearer.',
      tags: ['tunnel', 'rotation', 'violet', 'geometry'],
      picture: field('127+125*sin(5/(0.045+hypot(x,y))+PI*T)*sin(6*atan2(y,x)+PI*T/2)', 'violet', 144),
    },
  ],
  Plasma: [
    {
      title: 'Weather map plasma',
      description:
        'Highs in red and lows in blue wander about. The sum of three sine waves, in the colours of a forecast.',
      tags: ['plasma', 'bright colours', 'clouds', 'calm'],
      picture: field('128+42*(sin(x*7+T)+sin(y*9-T*1.3)+sin((x+y)*5+T*0.7))', 'spectrum'),
    },
    {
      title: 'Liquid bands over a reef',
      description:
        'Bands of orange and teal bend, split and join again: one sine inside another is all that it takes.',
      tags: ['plasma', 'liquid', 'bands', 'warm colours'],
      picture: field('127+110*sin(x*5.5+2*sin(y*7+T)+1.5*sin((x-y)*4.2-T*0.8))', 'reef'),
    },
    {
      title: 'Silk in the wind',
      description:
        'Folds of violet cloth with a pale sheen on their ridges: a sine wave whose phase is pushed about by two more.',
      tags: ['plasma', 'violet', 'bands', 'calm'],
      picture: field('127+118*sin((x+y)*5+2.5*sin(x*4.8+T*0.9+1.5*sin(y*6.7-T*0.6)))', 'violet'),
    },
    {
      title: 'Chequered cushions',
      description:
        'Two crossed waves make a board of soft squares, which turns and breathes at the same time.',
      tags: ['plasma', 'rotation', 'green', 'geometry'],
      picture: field('127+60*sin((x*cos(T/4)-y*sin(T/4))*20)+60*sin((x*sin(T/4)+y*cos(T/4))*20)', 'forest'),
    },
  ],
  'Sound pictures': [
    {
      title: 'Lissajous figure of a perfect fifth',
      description:
        'An oscilloscope with one tone on each axis, 200 and 300 Hz. The second is a trifle sharp, so the figure turns.',
      tags: ['oscilloscope', 'lissajous', 'green', 'geometry'],
      picture: scope(FIFTH, 'forest'),
      sound: stereo(FIFTH),
    },
    {
      title: 'Lissajous figure of a major sixth',
      description:
        'The ratio of three to five draws a net of fifteen windows. What you see is exactly what you hear.',
      tags: ['oscilloscope', 'lissajous', 'cool colours', 'geometry'],
      picture: scope(SIXTH, 'ice'),
      sound: stereo(SIXTH),
    },
    {
      title: 'A rose drawn by sound',
      description:
        'Two modulated tones steer the beam of an oscilloscope along the petals of a rose curve, which turns slowly.',
      tags: ['oscilloscope', 'rose curve', 'warm colours', 'symmetry'],
      picture: scope(ROSE, 'ember'),
      sound: stereo(ROSE),
    },
    {
      title: 'Spirograph in stereo',
      description: 'One small circle rolls around a large one, and both are tones.',
      tags: ['oscilloscope', 'spirograph', 'bright colours', 'symmetry'],
      picture: scope(SPIROGRAPH, 'candy'),
      sound: stereo(SPIROGRAPH),
    },
  ],
};

export const CATEGORIES: readonly string[] = Object.keys(SHELVES);

const SIZES = [
  { width: 640, height: 360 },
  { width: 426, height: 240 },
  { width: 854, height: 480 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 640, height: 360 },
  { width: 360, height: 640 },
  { width: 854, height: 480 },
];

const NEWEST = Date.UTC(2026, 10, 1, 18, 30);
/** 32 steps are almost a year; the odd hours vary the time of day. */
const STEP_MS = 269 * 3_600_000;

/** Newest first. The shelves take turns, so the first eight show all of them. Dates are fixed, so tests are stable. */
export const CATALOGUE: readonly Clip[] = [0, 1, 2, 3].flatMap((round) =>
  Object.entries(SHELVES).flatMap(([category, recipes], shelf) =>
    recipes
      .slice(round, round + 1)
      .map((recipe) => clipAt(round * CATEGORIES.length + shelf, category, recipe)),
  ),
);

/** For tests: quick to render. The first clip per category keeps its size. */
export const SMALL_CATALOGUE: readonly Clip[] = CATALOGUE.map((clip, index) => ({
  ...clip,
  ...(index < CATEGORIES.length ? {} : { width: 320, height: 180 }),
  durationSeconds: 4,
}));

function clipAt(index: number, category: string, recipe: Recipe): Clip {
  const base = 110 * 2 ** ((index % 12) / 12);
  return {
    ...{ sound: chord(base, base * 1.5, base * 2, base * 2.5), ...recipe, category },
    ...(SIZES[index % SIZES.length] ?? { width: 640, height: 360 }),
    slug: slugOf(recipe.title),
    framesPerSecond: 20,
    durationSeconds: 6 + ((index * 5) % 8),
    publishedAt: new Date(NEWEST - index * STEP_MS),
  };
}

function slugOf(title: string): string {
  const letters = title.normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  return letters
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
