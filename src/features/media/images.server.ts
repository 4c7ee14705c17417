import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { toLoggableError } from '../../infra/observability/log.ts'
import { encodeImage } from './encode.server.ts'
import { isImageName, isUploadName } from './filename.ts'
import type { ImageSize } from './links.ts'
import type { Format } from './negotiate.ts'
import type { DrawnPicture, PictureSource } from './picture-source.ts'
import { placeholderVersion, renderPlaceholderSvg } from './placeholder.ts'

export interface Images {
  /** Finds an image by file name, with its version: enough to answer "not modified" without reading or drawing it. */
  find(filename: string): Promise<ImageSource>
  render(source: ImageSource, size: ImageSize, format: Format): Promise<RenderedImage>
}

export type ImageSource =
  | { kind: 'file'; filename: string; version: string }
  | { kind: 'drawing'; filename: string; version: string; drawing: DrawnPicture }
  | { kind: 'placeholder'; version: string }

export interface RenderedImage {
  bytes: Buffer
  /** Changes whenever the image does; without quotes. */
  version: string
  isPlaceholder: boolean
}

export interface ImageOptions {
  dataDir: string
  /** Null: images come from files alone. */
  pictureSource: PictureSource | null
  log?: Logger
}

interface Derivative {
  size: ImageSize
  format: Format
  name: string
}

/** Below this size the placeholder's text could not be read. */
const placeholderTextFrom: ImageSize = 400

const placeholder: ImageSource = { kind: 'placeholder', version: placeholderVersion }

/** Images at fixed sizes: files of `dataDir`/images, else drawings; each derivative is cached in `dataDir`/derivatives. */
export function createImages({ dataDir, pictureSource, log }: ImageOptions): Images {
  const uploads = join(dataDir, 'images')
  const derivatives = join(dataDir, 'derivatives')
  const pendingRenders = new Map<string, Promise<Buffer>>()

  async function find(filename: string): Promise<ImageSource> {
    if (!isImageName(filename)) return placeholder
    const stats = isUploadName(filename) ? await fileStats(join(uploads, filename)) : null
    if (stats) {
      const version = shortHash(`${stats.mtimeNs}/${stats.size}/${stats.ino}`)
      return { kind: 'file', filename, version }
    }
    const drawing = (await pictureSource?.find(filename)) ?? null
    if (!drawing) return placeholder
    return { kind: 'drawing', filename, drawing, version: shortHash(drawing.version) }
  }

  async function render(source: ImageSource, size: ImageSize, format: Format): Promise<RenderedImage> {
    try {
      const bytes = await cachedBytes(source, size, format)
      return { bytes, version: source.version, isPlaceholder: source.kind === 'placeholder' }
    } catch (error) {
      if (source.kind !== 'file') throw error
      // An uploaded file that is no image, or was removed just now, must not break the page.
      return render(placeholder, size, format)
    }
  }

  async function cachedBytes(source: ImageSource, size: ImageSize, format: Format): Promise<Buffer> {
    const folder = join(derivatives, source.kind === 'placeholder' ? '_none' : source.filename)
    const name = `${size}-${source.version}.${format}`
    const file = join(folder, name)
    const cached = await readFile(file).catch(() => null)
    if (cached) return cached
    const pending = pendingRenders.get(file)
    if (pending) return pending
    const render = renderAndCache(source, { size, format, name }, folder).finally(() =>
      pendingRenders.delete(file),
    )
    pendingRenders.set(file, render)
    return render
  }

  async function renderAndCache(
    source: ImageSource,
    derivative: Derivative,
    folder: string,
  ): Promise<Buffer> {
    const original = await readOriginal(source, derivative.size)
    const bytes = await encodeImage(original, derivative.size, derivative.format)
    // A full disk makes images slower, never missing.
    await writeDerivative(folder, derivative, bytes).catch(error =>
      log?.warn(
        { err: toLoggableError(error), image: derivative.name },
        'An image could not be written to disk.',
      ),
    )
    return bytes
  }

  async function readOriginal(source: ImageSource, size: ImageSize): Promise<Buffer> {
    if (source.kind === 'file') return readRegularFile(join(uploads, source.filename))
    const svg =
      source.kind === 'drawing'
        ? await source.drawing.drawSvg(size)
        : renderPlaceholderSvg(size >= placeholderTextFrom)
    return Buffer.from(svg)
  }

  return { find, render }
}

/** Writes a temporary file and renames it: readers see a whole file or none. Removes outdated versions. */
async function writeDerivative(folder: string, derivative: Derivative, bytes: Buffer): Promise<void> {
  const { size, format, name } = derivative
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `${name}.${process.pid}.part`)
  await writeFile(temporary, bytes)
  await rename(temporary, join(folder, name))
  const outdated = (await readdir(folder)).filter(
    file => file.startsWith(`${size}-`) && file.endsWith(`.${format}`) && file !== name,
  )
  await Promise.all(outdated.map(other => rm(join(folder, other), { force: true })))
}

async function fileStats(path: string): Promise<BigIntStats | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() ? stats : null
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

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
