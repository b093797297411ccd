const PAGE_BUTTONS = 5;

/** Up to five page numbers around the current one, shifted inwards at both ends. */
export function pageWindow(current: number, totalPages: number): number[] {
  const size = Math.min(PAGE_BUTTONS, totalPages);
  const centred = current - Math.floor(PAGE_BUTTONS / 2);
  const first = Math.max(1, Math.min(centred, totalPages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}
