import type { Sharp } from 'sharp'
import type { ImageSize } from './links.ts'
import type { Format } from './negotiate.ts'

/** Nobody photographs a filter with more than 50 megapixels; a bomb is refused before it is unpacked. */
const mostPixels = 50_000_000

// Effort low: a picture is made while somebody waits for it.
// Thumbnails cost next to nothing and show every flaw, so they get more quality.
const encoders: Record<Format, (image: Sharp, size: ImageSize) => Sharp> = {
  avif: (image, size) => image.avif({ quality: size <= 200 ? 68 : 55, effort: 1 }),
  webp: (image, size) => image.webp({ quality: size <= 200 ? 90 : 82, effort: 2 }),
  jpeg: (image, size) => image.jpeg({ quality: size <= 200 ? 90 : 82, progressive: true }),
}

/** A picture (or SVG) as a square of `size` pixels on white ground. Throws when the bytes are no picture. */
export async function encode(original: Buffer, size: ImageSize, format: Format): Promise<Buffer> {
  const sharp = await openSharp()
  const image = sharp(original, { limitInputPixels: mostPixels, density: densityFor(size), animated: false })
    .autoOrient()
    .resize(size, size, { fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
  return encoders[format](image, size).toBuffer()
}

/** Opened with the first picture: most starts of the shop make none, and it is large. */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  // One thread for a picture: several requests share the machine better than one picture does.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Drawings are 585 units wide at 72 dots per inch: drawn at the wanted size, never enlarged from a smaller one. */
function densityFor(size: ImageSize): number {
  return Math.max(1, (72 * size) / 585)
}
