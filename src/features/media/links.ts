/** The sizes of product pictures, which are square, in pixels. Other sizes are rounded up (R-CATALOGUE-4). */
export const imageSizes = [50, 100, 200, 400, 585, 800, 1170] as const

export type ImageSize = (typeof imageSizes)[number]

/** The size of the main picture (R-CATALOGUE-3). */
export const defaultSize: ImageSize = 585

/** The URL of a product's picture of at least `px` pixels square (twice the layout size for dense screens). */
export function imageUrl(filename: string, px: number): string {
  const size = toImageSize(px)
  return `/media/product/image/${encodeURIComponent(filename)}?w=${size}&h=${size}`
}

/** Rounds up to the next size, at most the largest. */
export function toImageSize(px: number): ImageSize {
  if (!(px > 0)) return defaultSize
  return imageSizes.find(size => size >= px) ?? 1170
}

/** The size for `?w=&h=`. Values that are not numbers above 0 are ignored. */
export function parseSize(query: { w?: unknown; h?: unknown }): ImageSize {
  const sides = [query.w, query.h].map(parseSide).filter(side => side > 0)
  return sides.length === 0 ? defaultSize : toImageSize(Math.max(...sides))
}

function parseSide(value: unknown): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0
}
