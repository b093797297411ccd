import { colouredBy, type PaletteName } from './palettes.ts';

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
export function mandelbrot(
  view: Record<'x' | 'y' | 'from' | 'to', number> & { palette: PaletteName },
): Picture {
  return (frame) => {
    const zoom = `start_x=${view.x}:start_y=${view.y}:start_scale=${view.from}:end_scale=${view.to}`;
    const end = `end_pts=${frame.framesPerSecond * frame.durationSeconds}`;
    return fitted(`mandelbrot=${sizeAndRate(frame)}:maxiter=400:${zoom}:${end}`, frame, view.palette);
  };
}

/**
 * An elementary cellular automaton by Wolfram's rule number, `rows` cells on the short side. Without `fill` (the share
 * of live cells) it grows from a single cell.
 */
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

/** A life-like automaton (rule as `B3/S23`) whose cells glow on; `fill` is the share of live cells. */
export function life(look: { rule: string; rows: number; fill: number; palette: PaletteName }): Picture {
  return (frame) => {
    const cells = `life=s=${gridSize(frame, look.rows)}:r=10:rule=${look.rule}:ratio=${look.fill}:seed=${look.rows}`;
    return fitted(`${cells},format=gray,fps=${frame.framesPerSecond},lagfun=decay=0.93`, frame, look.palette);
  };
}

/**
 * A picture from a formula, in ffmpeg's expression language, for the brightness (0 to 255) of each point: x and y are
 * measured from the centre, the frame's short side being 1, and T is in seconds. Formulas are slow, so they fill a
 * grid of `rows` cells on the short side, scaled up smoothly.
 */
export function field(formula: string, palette: PaletteName, rows = 72): Picture {
  return (frame) => {
    const grid = `color=c=black:s=${gridSize(frame, rows)}:r=${frame.framesPerSecond}`;
    return fitted(`${grid},format=gray,geq=lum='${pixel(formula)}'`, frame, palette);
  };
}

/** One of ffmpeg's own test charts with a small square gliding over it, so that motion can be judged. */
export function chart(source: string, marker: string): Picture {
  return (frame) => {
    const side = Math.round(frame.height / 12);
    const square = `color=c=${marker}:s=${side}x${side}:r=${frame.framesPerSecond}[marker]`;
    const across = "x='(W-w)/2*(1+sin(t*1.3))':y='(H-h)*(0.45+0.25*cos(t*1.7))'";
    return fitted(`${source}=${sizeAndRate(frame)}[chart];${square};[chart][marker]overlay=${across}`, frame);
  };
}

/** An oscilloscope in X-Y mode, drawn by the two channels `left` and `right` (expressions of t). */
export function scope({ left, right }: { left: string; right: string }, palette: PaletteName): Picture {
  return (frame) => {
    const light = 'rc=160:gc=160:bc=160:rf=10:gf=10:bf=10';
    const beam = `s=${sizeOf(frame)}:r=${frame.framesPerSecond}:draw=line:mode=lissajous_xy:${light}`;
    const graph = `aevalsrc='${left}|${right}':s=48000,avectorscope=${beam},format=gray,gblur=sigma=1`;
    return fitted(graph, frame, palette);
  };
}

/** Brings a graph to the frame's size and to the colours of HD video (BT.709), in one scaling. */
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
  // geq wraps values that do not fit into a byte, hence the clip.
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
