import { colouredBy, type PaletteName } from './palettes.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly durationSeconds: number;
}

/** Returns a lavfi graph that draws without end, in the frame's size. */
export type Picture = (frame: Frame) => string;

/** `from` and `to` are the scales of the first and last frame. */
export function mandelbrot(
  view: Record<'x' | 'y' | 'from' | 'to', number> & { palette: PaletteName },
): Picture {
  return (frame) => {
    const zoom = `start_x=${view.x}:start_y=${view.y}:start_scale=${view.from}:end_scale=${view.to}`;
    const end = `end_pts=${frame.framesPerSecond * frame.durationSeconds}`;
    return fitted(`mandelbrot=${sizeAndRate(frame)}:maxiter=400:${zoom}:${end}`, frame, view.palette);
  };
}

/** Wolfram's elementary automata, `rows` cells on the short side. Without `fill` it grows from a single cell. */
export function elementary(look: {
  rule: number;
  rows: number;
  palette: PaletteName;
  fill?: number;
}): Picture {
  return (frame) => {
    const start = look.fill === undefined ? "pattern='@'" : `ratio=${look.fill}:seed=${look.rule}`;
    const cells = `cellauto=s=${gridSize(frame, look.rows)}:r=12:rule=${look.rule}:${start}`;
    return fitted(
      `${cells},fps=${frame.framesPerSecond},format=gray,lagfun=decay=0.6`,
      frame,
      look.palette,
      'neighbor',
    );
  };
}

/** A rule such as `B3/S23`; `fill` is the share of live cells. */
export function life(look: { rule: string; rows: number; fill: number; palette: PaletteName }): Picture {
  return (frame) => {
    const cells = `life=s=${gridSize(frame, look.rows)}:r=10:rule=${look.rule}:ratio=${look.fill}:seed=${look.rows}`;
    return fitted(`${cells},format=gray,fps=${frame.framesPerSecond},lagfun=decay=0.93`, frame, look.palette);
  };
}

/**
 * The brightness (0 to 255) per point as an ffmpeg expression: x and y from the centre, the short side being 1, T in
 * seconds. Slow, so computed on `rows` cells on the short side and scaled up.
 */
export function field(formula: string, palette: PaletteName, rows = 72): Picture {
  return (frame) => {
    const grid = `color=c=black:s=${gridSize(frame, rows)}:r=${frame.framesPerSecond}`;
    return fitted(`${grid},format=gray,geq=lum='${pixel(formula)}'`, frame, palette);
  };
}

/** One of ffmpeg's test charts with a square gliding over it, to judge motion. */
export function chart(source: string, marker: string): Picture {
  return (frame) => {
    const side = Math.round(frame.height / 12);
    const square = `color=c=${marker}:s=${side}x${side}:r=${frame.framesPerSecond}[marker]`;
    const across = "x='(W-w)/2*(1+sin(t*1.3))':y='(H-h)*(0.45+0.25*cos(t*1.7))'";
    return fitted(`${source}=${sizeAndRate(frame)}[chart];${square};[chart][marker]overlay=${across}`, frame);
  };
}

/** X-Y mode; `left` and `right` are expressions of t. */
export function scope({ left, right }: { left: string; right: string }, palette: PaletteName): Picture {
  return (frame) => {
    const light = 'rc=160:gc=160:bc=160:rf=10:gf=10:bf=10';
    const beam = `s=${sizeOf(frame)}:r=${frame.framesPerSecond}:draw=line:mode=lissajous_xy:${light}`;
    const graph = `aevalsrc='${left}|${right}':s=48000,avectorscope=${beam},format=gray,gblur=sigma=1`;
    return fitted(graph, frame, palette);
  };
}

/** Scales to the frame's size and BT.709 in one step. */
function fitted(
  graph: string,
  frame: Frame,
  palette?: PaletteName,
  scaler: 'bicubic' | 'neighbor' = 'bicubic',
): string {
  const coloured = palette ? `${graph},${colouredBy(palette)}` : graph;
  const size = `scale=${frame.width}:${frame.height}:flags=${scaler}`;
  return `${coloured},${size}:out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1`;
}

function pixel(formula: string): string {
  const body = formula.replaceAll(/\bx\b/g, 'ld(0)').replaceAll(/\by\b/g, 'ld(1)');
  // geq wraps values that do not fit into a byte.
  return `st(0,(X-W/2)/min(W,H));st(1,(Y-H/2)/min(W,H));clip(${body},0,255)`;
}

function sizeAndRate(frame: Frame): string {
  return `s=${sizeOf(frame)}:r=${frame.framesPerSecond}`;
}

function sizeOf({ width, height }: Frame): string {
  return `${width}x${height}`;
}

function gridSize({ width, height }: Frame, rows: number): string {
  const scale = rows / Math.min(width, height);
  return `${Math.round(width * scale)}x${Math.round(height * scale)}`;
}
