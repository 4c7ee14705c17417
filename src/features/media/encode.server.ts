import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
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

/** sharp itself stops then: ending a thread does not stop the encoding that runs for it. */
const maxEncodingSeconds = 15

/** Product pictures are square, logos a third as high as wide. */
export type ImageShape = 'square' | 'logo'

/** A file or an SVG, in a picture that is `size` pixels wide. */
export interface EncodeImageInput {
  original: { file: string } | { svg: string }
  size: ImageSize
  shape: ImageShape
  format: Format
}

/** Encodes a picture on white. Throws when the file is no picture. */
export async function encodeImage({ original, size, shape, format }: EncodeImageInput): Promise<Buffer> {
  const bytes = 'file' in original ? await readRegularFile(original.file) : Buffer.from(original.svg)
  const sharp = await loadSharp()
  const image = sharp(bytes, { limitInputPixels: maxPixels, density: densityFor(size), animated: false })
    .autoOrient()
    .resize(size, shape === 'logo' ? Math.round(size / 3) : size, { fit: 'contain', background: '#ffffff' })
    .flatten({ background: '#ffffff' })
    .timeout({ seconds: maxEncodingSeconds })
  return encoders[format](image, size).toBuffer()
}

/** Reads with O_NONBLOCK, so that a pipe put in the file's place does not block. */
async function readRegularFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Formats of the photographs that customers send. */
const photographFormats = new Set(['jpeg', 'png', 'webp'])
const maxPhotographSide = 1600

/**
 * A customer's photograph, re-encoded as a JPEG without the file's metadata, at most 1,600 pixels a side. Null: the bytes
 * are no JPEG, PNG or WebP.
 */
export async function encodePhotograph(bytes: Uint8Array): Promise<Uint8Array | null> {
  const sharp = await loadSharp()
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, animated: false })
  try {
    if (!photographFormats.has((await open().metadata()).format)) return null
    return await open()
      .autoOrient()
      .resize(maxPhotographSide, maxPhotographSide, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: maxEncodingSeconds })
      .jpeg({ quality: 80, progressive: true })
      .toBuffer()
  } catch {
    // What sharp cannot decode is no picture: damaged, cut off, or larger than `maxPixels`.
    return null
  }
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
