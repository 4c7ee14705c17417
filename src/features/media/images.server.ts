import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { toLoggableError } from '../../infra/observability/log.ts'
import { JobLimitError, type ThreadPool } from '../../infra/worker-threads/thread-pool.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { EncodeImageInput, ImageShape } from './encode.server.ts'
import { encodeImageJob } from './encode-image-job.server.ts'
import { type ImageSize, isImageName, isUploadName } from './links.ts'
import type { Format } from './negotiate.ts'
import type { DrawnPicture, PictureSource } from './picture-source.ts'
import { placeholderVersion, renderPlaceholderSvg } from './placeholder.ts'

export interface Images {
  /** Finds an image by file name, with its version: enough to answer "not modified" without reading or drawing it. */
  find(filename: string): Promise<ImageSource>
  /** `owner`: whom the limits of encoding count. Throws a 429 when too many new images are waiting. */
  render(source: ImageSource, request: ImageRenderOptions): Promise<RenderedImage>
}

export interface ImageRenderOptions {
  size: ImageSize
  /** Default: 'square'. */
  shape?: ImageShape
  format: Format
  owner: string
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
  threads: ThreadPool
  log?: Logger
}

interface Derivative extends ImageRenderOptions {
  name: string
}

/** Below this size the placeholder's text could not be read. */
const placeholderTextFrom: ImageSize = 400

const placeholder: ImageSource = { kind: 'placeholder', version: placeholderVersion }

/** Images at fixed sizes: files of `dataDir`/images, else drawings; each derivative is cached in `dataDir`/derivatives. */
export function createImages({ dataDir, pictureSource, threads, log }: ImageOptions): Images {
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

  async function render(source: ImageSource, request: ImageRenderOptions): Promise<RenderedImage> {
    try {
      const bytes = await cachedBytes(source, request)
      return { bytes, version: source.version, isPlaceholder: source.kind === 'placeholder' }
    } catch (error) {
      const isBusy = error instanceof Problem && !(error instanceof JobLimitError)
      if (source.kind !== 'file' || isBusy) throw error
      // An uploaded file that is no image, or was removed just now, must not break the page.
      return render(placeholder, request)
    }
  }

  async function cachedBytes(source: ImageSource, request: ImageRenderOptions): Promise<Buffer> {
    const { size, format, shape } = request
    const folder = join(derivatives, source.kind === 'placeholder' ? '_none' : source.filename)
    const name = `${toNamePrefix(size, shape)}${source.version}.${format}`
    const file = join(folder, name)
    const cached = await readFile(file).catch(() => null)
    if (cached) return cached
    const pending = pendingRenders.get(file)
    if (pending) return pending
    const render = renderAndCache(source, { ...request, name }, folder).finally(() =>
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
    const { size, shape = 'square', format, owner } = derivative
    const encoded = await threads.run(
      encodeImageJob,
      owner,
      async (): Promise<EncodeImageInput> => ({
        original: await getOriginal(source, size),
        size,
        shape,
        format,
      }),
    )
    const bytes = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
    // A full disk makes images slower, never missing.
    await writeDerivative(folder, derivative, bytes).catch(error =>
      log?.warn(
        { err: toLoggableError(error), image: derivative.name },
        'An image could not be written to disk.',
      ),
    )
    return bytes
  }

  async function getOriginal(source: ImageSource, size: ImageSize): Promise<EncodeImageInput['original']> {
    if (source.kind === 'file') return { file: join(uploads, source.filename) }
    if (source.kind === 'drawing') return { svg: await source.drawing.drawSvg(size) }
    return { svg: renderPlaceholderSvg(size >= placeholderTextFrom) }
  }

  return { find, render }
}

/** Writes a temporary file and renames it: readers see a whole file or none. Removes outdated versions. */
async function writeDerivative(folder: string, derivative: Derivative, bytes: Buffer): Promise<void> {
  const { size, shape, format, name } = derivative
  await mkdir(folder, { recursive: true })
  const temporary = join(folder, `${name}.${process.pid}.part`)
  await writeFile(temporary, bytes)
  await rename(temporary, join(folder, name))
  const outdated = (await readdir(folder)).filter(
    file => file.startsWith(toNamePrefix(size, shape)) && file.endsWith(`.${format}`) && file !== name,
  )
  await Promise.all(outdated.map(other => rm(join(folder, other), { force: true })))
}

const toNamePrefix = (size: ImageSize, shape: ImageShape = 'square'): string =>
  shape === 'logo' ? `logo-${size}-` : `${size}-`

async function fileStats(path: string): Promise<BigIntStats | null> {
  const stats = await stat(path, { bigint: true }).catch(() => null)
  return stats?.isFile() ? stats : null
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}
