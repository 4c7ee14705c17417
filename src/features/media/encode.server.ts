import type { Sharp } from 'sharp'
import type { ImageSize } from './links.ts'
import type { Format } from './negotiate.ts'

/** No photograph is larger; a decompression bomb is refused before it is decoded. */
const maxPixels = 50_000_000

// Low effort, because a request waits for the encoding. Thumbnails get a higher quality: they are small anyway and show
// every flaw.
const encoders: Record<Format, (image: Sharp, size: ImageSize) => Sharp> = {
  avif: (image, size) => image.avif({ quality: size <= 200 ? 68 : 55, effort: 1 }),
  webp: (image, size) => image.webp({ quality: size <= 200 ? 90 : 82, effort: 2 }),
  jpeg: (image, size) => image.jpeg({ quality: size <= 200 ? 90 : 82, progressive: true }),
}

/** Encodes a picture (or SVG) as a square of `size` pixels on white. Throws when the bytes are no picture. */
export async function encodeImage(original: Buffer, size: ImageSize, format: Format): Promise<Buffer> {
  const sharp = await loadSharp()
  const image = sharp(original, { limitInputPixels: maxPixels, density: densityFor(size), animated: false })
    .autoOrient()
    .resize(size, size, { fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
  return encoders[format](image, size).toBuffer()
}

/** Loaded with the first picture, because the library is large and most starts of the shop encode nothing. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One thread per picture, so that one request does not take all processors.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/** Drawings are 585 units wide at 72 dots per inch: drawn at the wanted size, never enlarged from a smaller one. */
function densityFor(size: ImageSize): number {
  return Math.max(1, (72 * size) / 585)
}
