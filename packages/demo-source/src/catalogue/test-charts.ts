import type { ClipRecipe } from '../clip.ts';
import { chart, chartWithMarker, field } from '../pictures.ts';
import { beeps, tone } from '../sounds.ts';

export const TEST_CHARTS: readonly ClipRecipe[] = [
  {
    title: 'SMPTE test chart with tone',
    description:
      'The HD colour bars that every studio knows, with the reference tone of 1000 Hz. A white square glides over them, so that judder and torn frames show.',
    tags: ['test chart', 'colour bars', 'full hd', 'reference tone'],
    durationSeconds: 10,
    size: '1080p',
    framesPerSecond: 30,
    picture: chartWithMarker('smptehdbars', 'white'),
    sound: tone(1000),
  },
  {
    title: 'Moving test pattern with frame counter',
    description:
      'Colour bars, a rolling rainbow, travelling blocks and a counter of time and frames. Good for checking that picture and sound stay together.',
    tags: ['test chart', 'frame counter', 'bright colours', 'beeps'],
    durationSeconds: 9,
    size: '720p',
    framesPerSecond: 30,
    picture: chart('testsrc2'),
    sound: beeps(1000),
  },
  {
    title: 'Classic test card with seconds',
    description:
      'A circle on colour bars, a scrolling rainbow, and a large digit that counts the seconds, in the manner of the old television cards.',
    tags: ['test chart', 'frame counter', 'colour bars', 'beeps'],
    durationSeconds: 10,
    size: '480p',
    framesPerSecond: 25,
    picture: chart('testsrc'),
    sound: beeps(440),
  },
  {
    title: 'European colour bars',
    description:
      'Eight vertical bars at 75 per cent, from white to black, as European broadcasters used them. A small yellow square keeps moving.',
    tags: ['test chart', 'colour bars', 'reference tone', 'stripes'],
    durationSeconds: 6,
    size: '360p',
    picture: chartWithMarker('pal75bars', 'yellow'),
    sound: tone(440),
  },
  {
    title: 'Siemens star for sharpness',
    description:
      'Thirty-six spokes meet in the middle. The smaller the grey spot there, the sharper the picture. The star turns by a hair each second.',
    tags: ['test chart', 'sharpness', 'rotation', 'geometry'],
    durationSeconds: 7,
    size: '480p',
    picture: field({
      formula: '127+120*clip(6*sin(36*atan2(y,x)+PI*T),-1,1)',
      rows: 270,
      palette: 'slate',
      periodSeconds: 2,
    }),
    sound: beeps(660),
  },
  {
    title: 'Grey steps and ramps',
    description:
      'Eleven equal steps above, a smooth ramp below, and a line that sweeps across both. If two steps look alike, the screen is set up badly.',
    tags: ['test chart', 'grey scale', 'stripes', 'reference tone'],
    durationSeconds: 8,
    size: '360p',
    picture: field({
      formula:
        'if(lt(abs(x-0.8*sin(PI*T/2)),0.006),255,if(lt(y,-0.05),floor((x+0.89)/1.78*11)*25.5,if(lt(y,0.05),20+215*mod(floor(x*22+50),2),127-143*x)))',
      rows: 180,
      palette: 'slate',
      periodSeconds: 4,
    }),
    sound: tone(500),
  },
  {
    title: 'Red, green & blue "phase" chart',
    description:
      'The moving test pattern with its hues turned around the wheel, so that each bar passes through all colours while the clip runs.',
    tags: ['test chart', 'colour wheel', 'bright colours', 'beeps'],
    durationSeconds: 6,
    size: '240p',
    picture: chart('testsrc2', "hue=h='90+40*t'"),
    sound: beeps(880),
  },
];
