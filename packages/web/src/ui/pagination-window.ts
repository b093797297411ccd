const PAGE_BUTTONS = 5;

/** Up to five page numbers around the current one, shifted inwards at both ends. */
export function pageWindow(current: number, totalPages: number): number[] {
  const size = Math.min(PAGE_BUTTONS, totalPages);
  const centred = current - Math.floor(PAGE_BUTTONS / 2);
  const first = Math.max(1, Math.min(centred, totalPages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}

/**
 * Page numbers beside the window, ascending: on the first page in large steps over the whole list, on others in small
 * steps up to the next large ones, and on pages at a small step every page up to the next. The steps are about the cube
 * root of the number of pages and its square, so three links lead from the first page to any other.
 */
export function pageJumps(current: number, totalPages: number): number[] {
  const root = Math.cbrt(totalPages);
  const [small, large] = [roundStep(root), roundStep(root ** 2)];
  // The second page stands for the first, which has the large steps.
  const isAtStep = current % small === 0 || current === 2;
  const numbers = new Set([
    1,
    totalPages,
    ...(current === 1 ? multiples(large, [0, totalPages]) : multiples(small, blockOf(current, large))),
    ...(isAtStep ? multiples(1, blockOf(current, small)) : []),
  ]);
  const shown = pageWindow(current, totalPages);
  return [...numbers]
    .filter((number) => number >= 1 && number <= totalPages && !shown.includes(number))
    .sort((a, b) => a - b);
}

/** The next larger of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least) ?? power;
}

/** The multiples of `size` between which a page lies. */
function blockOf(page: number, size: number): [from: number, to: number] {
  const from = Math.floor(page / size) * size;
  return [from, from + size];
}

function multiples(step: number, [from, to]: [from: number, to: number]): number[] {
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}
