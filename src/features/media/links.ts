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

/** The widths of logos, which are a third as high, in pixels. */
const logoSizes = [100, 200, 400] as const satisfies ImageSize[]

/** The URL of a brand's logo of at least `px` pixels width. */
export function logoUrl(filename: string, px: number): string {
  return `/media/brand/image/${encodeURIComponent(filename)}?w=${toLogoSize(px)}`
}

function toLogoSize(px: number): ImageSize {
  return logoSizes.find(size => size >= px) ?? 400
}

export function parseLogoSize(query: { w?: unknown }): ImageSize {
  return toLogoSize(parseSide(query.w))
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

/** The formats of uploaded pictures. Not SVG, which can contain scripts. */
const uploadExtension = /\.(jpe?g|png|webp|avif|gif)$/i

/** Letters, digits, dot, dash and underscore, not beginning with a dot, so that no name leads out of its folder. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/

export function isImageName(filename: string): boolean {
  return namePattern.test(filename)
}

/** True for the name of a file that may be in DATA_DIR/images. */
export function isUploadName(filename: string): boolean {
  return isImageName(filename) && uploadExtension.test(filename)
}
