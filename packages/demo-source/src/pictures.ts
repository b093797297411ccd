import { colouredBy, darkestOf, type PaletteName } from './palettes.ts';

/** What a picture is drawn for: pixels, frames a second, seconds. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly durationSeconds: number;
}

/** A moving picture: gives the lavfi graph that draws it in the frame's size, without an end. */
export type Picture = (frame: Frame) => string;

/** A zoom into the Mandelbrot set at `x`, `y`; `from` and `to` are the scales at the first and last frame. */
export function mandelbrot(view: {
  x: number;
  y: number;
  from: number;
  to: number;
  palette: PaletteName;
  iterations?: number;
}): Picture {
  return (frame) => {
    const frames = frame.framesPerSecond * frame.durationSeconds;
    const zoom = `start_x=${view.x}:start_y=${view.y}:start_scale=${view.from}:end_scale=${view.to}`;
    const source = `mandelbrot=${sizeAndRate(frame)}:maxiter=${view.iterations ?? 600}:${zoom}:end_pts=${frames}`;
    return fitted(`${source},${colouredBy(view.palette)}`, frame);
  };
}

/** A random walk over a Sierpinski carpet or triangle, shaded by drifting light. */
export function sierpinski(look: {
  type: 'carpet' | 'triangle';
  jump: number;
  seed: number;
  palette: PaletteName;
}): Picture {
  return (frame) => {
    const source = `sierpinski=${sizeAndRate(frame)}:type=${look.type}:jump=${look.jump}:seed=${look.seed}`;
    return fitted(`${shaded(source, sizeOf(frame), frame)},${colouredBy(look.palette)}`, frame);
  };
}

const GENERATIONS_PER_SECOND = 12;

/**
 * An elementary cellular automaton by Wolfram's rule number, `rows` cells on the short side. Without
 * `fill` (the share of live cells) it grows from a single cell. Drifting light shades the live cells.
 */
export function elementary(look: {
  rule: number;
  rows: number;
  palette: PaletteName;
  fill?: number;
  seed?: number;
}): Picture {
  return (frame) => {
    const start = look.fill === undefined ? "pattern='@'" : `ratio=${look.fill}:seed=${look.seed ?? 1}`;
    const grid = gridSize(frame, look.rows);
    const source = `cellauto=s=${grid}:r=${GENERATIONS_PER_SECOND}:rule=${look.rule}:${start},fps=${frame.framesPerSecond}`;
    return fitted(`${shaded(source, grid, frame)},${colouredBy(look.palette)}`, frame, 'neighbor');
  };
}

/**
 * A life-like automaton (rule as `B3/S23`) whose cells glow on: `decay` near 1 leaves long trails.
 * `mirrored` draws a quarter and mirrors it both ways; `sharp` keeps the cells square.
 */
export function life(look: {
  rule: string;
  rows: number;
  fill: number;
  seed: number;
  generationsPerSecond: number;
  decay: number;
  palette: PaletteName;
  mirrored?: boolean;
  sharp?: boolean;
}): Picture {
  return (frame) => {
    const grid = gridSize(frame, look.mirrored ? look.rows / 2 : look.rows);
    const cells = [
      `life=s=${grid}:r=${look.generationsPerSecond}:rule=${look.rule}:ratio=${look.fill}:seed=${look.seed}`,
      `format=gray,fps=${frame.framesPerSecond},lagfun=decay=${look.decay}`,
      ...(look.mirrored ? [MIRRORED] : []),
      colouredBy(look.palette),
    ];
    return fitted(cells.join(','), frame, look.sharp ? 'neighbor' : 'bicubic');
  };
}

const MIRRORED =
  'split=4[a][b][c][d];[b]hflip[b1];[c]vflip[c1];[d]hflip,vflip[d1];' +
  '[a][b1]hstack[top];[c1][d1]hstack[bottom];[top][bottom]vstack';

/**
 * A picture from a formula, in ffmpeg's expression language, for the brightness (0 to 255) of each
 * point: x and y are measured from the centre, the frame's short side being 1, and T is in seconds.
 * Formulas are slow, so they fill a grid of `rows` cells on the short side, scaled up smoothly; one
 * that repeats is calculated for `periodSeconds` only.
 */
export function field(look: {
  formula: string;
  rows: number;
  palette: PaletteName;
  periodSeconds?: number;
}): Picture {
  return (frame) => {
    const drawn = `${blankGrid(gridSize(frame, look.rows), frame)},format=gray,geq=lum='${pixel(look.formula)}'`;
    return fitted(`${drawn}${repeated(look.periodSeconds, frame)},${colouredBy(look.palette)}`, frame);
  };
}

/** As `field`, with one formula for each of red, green and blue. */
export function colourField(look: {
  red: string;
  green: string;
  blue: string;
  rows: number;
  periodSeconds?: number;
}): Picture {
  return (frame) => {
    const formulas = `geq=r='${pixel(look.red)}':g='${pixel(look.green)}':b='${pixel(look.blue)}'`;
    const drawn = `${blankGrid(gridSize(frame, look.rows), frame)},format=gbrp,${formulas}`;
    return fitted(`${drawn}${repeated(look.periodSeconds, frame)}`, frame);
  };
}

/** One of ffmpeg's own test charts, filling the frame; `filters` are applied after it. */
export function chart(source: string, filters?: string): Picture {
  return (frame) => {
    const drawn = `${source}=${sizeAndRate(frame)}`;
    return fitted(filters ? `${drawn},${filters}` : drawn, frame);
  };
}

/** A still test chart with a small square gliding over it, so that motion can be judged. */
export function chartWithMarker(source: string, colour: string): Picture {
  return (frame) => {
    const side = Math.round(frame.height / 12);
    const marker = `color=c=${colour}:s=${side}x${side}:r=${frame.framesPerSecond}[marker]`;
    const across = "x='(W-w)/2*(1+sin(t*1.3))':y='(H-h)*(0.45+0.25*cos(t*1.7))'";
    return fitted(`${source}=${sizeAndRate(frame)}[chart];${marker};[chart][marker]overlay=${across}`, frame);
  };
}

const SCOPE_SIDE = 360;

/** An oscilloscope in X-Y mode, drawn by the two channels `left` and `right` (expressions of t). */
export function scope(look: { left: string; right: string; palette: PaletteName }): Picture {
  return (frame) => {
    const width = Math.round((frame.width / frame.height) * SCOPE_SIDE);
    const light = 'rc=160:gc=160:bc=160:rf=10:gf=10:bf=10';
    const beam = `s=${SCOPE_SIDE}x${SCOPE_SIDE}:r=${frame.framesPerSecond}:draw=line:mode=lissajous_xy:${light}`;
    const graph = [
      `aevalsrc='${look.left}|${look.right}':s=48000`,
      `avectorscope=${beam}`,
      `format=gray,gblur=sigma=1,${colouredBy(look.palette)}`,
      `pad=${width}:${SCOPE_SIDE}:(ow-iw)/2:0:color=${darkestOf(look.palette)}`,
    ];
    return fitted(graph.join(','), frame);
  };
}

/** A picture drawn from a sound by one of ffmpeg's filters (`showwaves`, `showfreqs`), then coloured. */
export function soundDrawing(look: {
  sound: string;
  filter: string;
  options: string;
  palette: PaletteName;
}): Picture {
  return (frame) => {
    const drawn = `${look.filter}=s=${sizeOf(frame)}:${look.options}`;
    const steady = `fps=${frame.framesPerSecond},format=gray,lagfun=decay=0.85,gblur=sigma=1.2`;
    return fitted(`${look.sound},${drawn},${steady},${colouredBy(look.palette)}`, frame);
  };
}

/** Brings a graph to the frame's size and to the colours of HD video (BT.709), in one scaling. */
function fitted(graph: string, frame: Frame, scaler: 'bicubic' | 'neighbor' = 'bicubic'): string {
  const size = `scale=${frame.width}:${frame.height}:flags=${scaler}`;
  return `${graph},${size}:out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1`;
}

/** Multiplies a black and white source of the given size by slow waves of grey light. */
function shaded(source: string, size: string, frame: Frame): string {
  const formula = '175+75*sin(x*3.2+y*3.6+T*0.5)';
  const light = `${blankGrid(gridSize(frame, 24), frame)},format=gray,geq=lum='${pixel(formula)}'`;
  const scaled = `${light},scale=${size.replace('x', ':')}:flags=bicubic[light]`;
  return `${source},format=gray[cells];${scaled};[cells][light]blend=all_mode=multiply`;
}

function pixel(formula: string): string {
  const body = formula.replaceAll(/\bx\b/g, 'ld(0)').replaceAll(/\by\b/g, 'ld(1)');
  // geq wraps values that do not fit into a byte, hence the clip.
  return `st(0,(X-W/2)/min(W,H));st(1,(Y-H/2)/min(W,H));clip(${body},0,255)`;
}

function repeated(periodSeconds: number | undefined, frame: Frame): string {
  if (periodSeconds === undefined) return '';
  return `,loop=loop=-1:size=${Math.round(periodSeconds * frame.framesPerSecond)}:start=0`;
}

function blankGrid(size: string, frame: Frame): string {
  return `color=c=black:s=${size}:r=${frame.framesPerSecond}`;
}

function sizeAndRate(frame: Frame): string {
  return `s=${sizeOf(frame)}:r=${frame.framesPerSecond}`;
}

function sizeOf(frame: Frame): string {
  return `${frame.width}x${frame.height}`;
}

function gridSize(frame: Frame, rows: number): string {
  const scale = rows / Math.min(frame.width, frame.height);
  return `${Math.round(frame.width * scale)}x${Math.round(frame.height * scale)}`;
}
