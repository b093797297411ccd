import type { ClipRecipe } from '../clip.ts';
import { mandelbrot, sierpinski } from '../pictures.ts';
import { arpeggio, chord, surf } from '../sounds.ts';

export const FRACTALS: readonly ClipRecipe[] = [
  {
    title: 'Mandelbrot zoom into Seahorse Valley',
    description:
      'A steady dive between the two largest bulbs of the Mandelbrot set, where the border curls into rows of tails. The picture is coloured from dark plum to pale gold by how fast each point escapes.',
    tags: ['mandelbrot', 'zoom', 'spiral', 'warm colours'],
    durationSeconds: 12,
    size: '360p',
    framesPerSecond: 24,
    picture: mandelbrot({ x: -0.743643887, y: 0.131825904, from: 0.1, to: 0.0002, palette: 'ember' }),
    sound: chord(110, 164.81, 220, 277.18),
  },
  {
    title: 'Elephant Valley in shallow water',
    description:
      'On the right side of the set a line of trunks walks off into the distance. Blue-green tones make the valley look like a beach seen from the air.',
    tags: ['mandelbrot', 'zoom', 'calm', 'cool colours'],
    durationSeconds: 11,
    size: '360p',
    picture: mandelbrot({ x: 0.2925755, y: 0.0149977, from: 0.1, to: 0.0006, palette: 'lagoon' }),
    sound: surf(7, 11),
  },
  {
    title: 'A small Mandelbrot set inside the large one',
    description:
      'Far out on the antenna hides a complete copy of the whole figure. The camera starts close enough to see its outline and stops when its own antenna fills the frame.',
    tags: ['mandelbrot', 'zoom', 'self-similar', 'cool colours'],
    durationSeconds: 8,
    size: '480p',
    picture: mandelbrot({
      x: -1.7687788,
      y: -0.0017389,
      from: 0.12,
      to: 0.02,
      palette: 'ice',
      iterations: 250,
    }),
    sound: arpeggio(3, 329.63, 392, 493.88, 587.33),
  },
  {
    title: 'Violet lace on the edge of a bulb',
    description:
      'A slow approach to the filigree that grows where two round bulbs nearly touch. Every step closer shows the same lace again, a little finer.',
    tags: ['mandelbrot', 'zoom', 'violet', 'calm'],
    durationSeconds: 9,
    size: '360p',
    picture: mandelbrot({ x: -0.761574, y: -0.0847596, from: 0.05, to: 0.0008, palette: 'violet' }),
    sound: chord(146.83, 220, 293.66, 369.99),
  },
  {
    title: 'Green lightning at the top of the set',
    description:
      'Near its northern tip the Mandelbrot set is all branches and no body: a dendrite that looks like frost, roots or lightning, depending on the mood.',
    tags: ['mandelbrot', 'zoom', 'branches', 'green'],
    durationSeconds: 9,
    size: 'portrait',
    picture: mandelbrot({ x: -0.1011, y: 0.9563, from: 0.4, to: 0.003, palette: 'forest', iterations: 500 }),
    sound: arpeggio(2, 196, 246.94, 293.66, 392),
  },
  {
    title: 'The whole Mandelbrot set, slowly nearer',
    description:
      'The complete figure in bright map colours: the heart-shaped body, the round head and the needle that points to the left. A good first look before any of the zooms.',
    tags: ['mandelbrot', 'overview', 'bright colours'],
    durationSeconds: 8,
    size: '480p',
    picture: mandelbrot({ x: -0.6, y: 0, from: 2.6, to: 1.9, palette: 'spectrum', iterations: 300 }),
    sound: chord(130.81, 196, 261.63, 329.63),
  },
  {
    title: 'Walking over a Sierpinski carpet',
    description:
      'A square with its middle ninth cut out, and so on for each square that is left. The window wanders over it at random while a rainbow of light drifts across.',
    tags: ['sierpinski', 'self-similar', 'geometry', 'bright colours'],
    durationSeconds: 8,
    size: '360p',
    picture: sierpinski({ type: 'carpet', jump: 60, seed: 3, palette: 'spectrum' }),
    sound: arpeggio(4, 261.63, 329.63, 392, 523.25),
  },
  {
    title: 'Sierpinski triangles at dusk',
    description:
      'Triangles within triangles, drifting past under an evening sky of orange and purple. The figure is drawn from the binary digits of its coordinates alone.',
    tags: ['sierpinski', 'self-similar', 'geometry', 'warm colours'],
    durationSeconds: 7,
    size: '240p',
    picture: sierpinski({ type: 'triangle', jump: 30, seed: 5, palette: 'sunrise' }),
    sound: chord(174.61, 220, 261.63),
  },
];
