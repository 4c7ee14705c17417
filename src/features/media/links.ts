/** The squares pictures are made in, in pixels. Anything asked for besides is rounded up to one of them. */
export const imageSizes = [50, 100, 200, 400, 585, 800, 1170] as const

export type ImageSize = (typeof imageSizes)[number]

/** Specification §2: the main image is 585 × 585. */
export const defaultSize: ImageSize = 585

/** Where a picture of a product stands, at least `px` pixels square (ask for twice the size for dense screens). */
export function imageUrl(filename: string, px: number): string {
  const size = sizeFor(px)
  return `/media/product/image/${encodeURIComponent(filename)}?w=${size}&h=${size}`
}

/** Rounds up to the next size made; larger than the largest gives the largest. */
export function sizeFor(px: number): ImageSize {
  if (!(px > 0)) return defaultSize
  return imageSizes.find(size => size >= px) ?? 1170
}

/** The size that `?w=&h=` ask for; what is not a number above 0 counts as not said. */
export function askedSize(query: { w?: unknown; h?: unknown }): ImageSize {
  const sides = [query.w, query.h].map(wholeNumber).filter(side => side > 0)
  return sides.length === 0 ? defaultSize : sizeFor(Math.max(...sides))
}

function wholeNumber(value: unknown): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : 0
}
