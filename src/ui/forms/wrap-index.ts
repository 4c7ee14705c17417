/** The option after `move` (±1) from `index`, wrapping around the ends. From none (-1) Down leads to the first, Up to the last. */
export function wrapIndex(index: number, move: number, count: number): number {
  return index < 0 && move < 0 ? count - 1 : (index + move + count) % count
}
