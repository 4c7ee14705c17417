import { createHash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { toLoggableError } from '../../infra/observability/log.ts'
import { JobLimitError, type ThreadPool } from '../../infra/worker-threads/thread-pool.ts'
import { Problem } from '../../lib/calls/problem.ts'
import type { EncodeImageInput, ImageShape } from './encode.server.ts'
import { encodeImageJob } from './encode-jobs.server.ts'
import { type ImageSize, isImageName, isUploadName } from './links.ts'
import type { Format } from './negotiate.ts'
import type { DrawnPicture, PictureSource } from './picture-source.ts'

export type Images = ReturnType<typeof createImages>

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

/** Its version changes with the drawing: part of its ETag and of the cached file's name. */
const placeholder: ImageSource = { kind: 'placeholder', version: 'placeholder-1' }

/** Images at fixed sizes: files of `dataDir`/images, else drawings; each derivative is cached in `dataDir`/derivatives. */
export function createImages({ dataDir, pictureSource, threads, log }: ImageOptions) {
  const uploads = join(dataDir, 'images')
  const derivatives = join(dataDir, 'derivatives')
  const pendingRenders = new Map<string, Promise<Buffer>>()

  /** Finds an image by file name, with its version: enough to answer "not modified" without reading or drawing it. */
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

  /** `owner`: whom the limits of encoding count. Throws a 429 when too many new images are waiting. */
  async function render(
    source: ImageSource,
    request: ImageRenderOptions,
  ): Promise<{ bytes: Buffer; version: string; isPlaceholder: boolean }> {
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

/**
 * The picture for a product without one: an outline that cannot be mistaken for the part. SVG of 585 × 585 units.
 * `hasText` adds “No picture yet”, which needs some size to be readable.
 */
export function renderPlaceholderSvg(hasText: boolean): string {
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="585" height="585" viewBox="0 0 585 585">',
    '<rect width="585" height="585" fill="#f4f3ef"/>',
    '<g fill="none" stroke="#abb2b9" stroke-width="7" stroke-linejoin="round">',
    '<ellipse cx="292.5" cy="190" rx="97" ry="26"/><ellipse cx="292.5" cy="190" rx="44" ry="11"/>',
    '<path d="M195.5 190v36a97 26 0 0 0 194 0v-36M195.5 366v36a97 26 0 0 0 194 0v-36M204 240V376M381 240V376"/>',
    `<path d="${folds}" stroke-width="3"/>`,
    '</g>',
    hasText ? `<path transform="translate(191.7 492)" d="${textOutline}" fill="#5c6873"/>` : '',
    '</svg>',
  ].join('\n')
}

const folds = Array.from({ length: 9 }, (_, index) => `M${222 + index * 17.6} 236V372`).join('')

// “No picture yet” in IBM Plex Mono 600 at 24 units, as outlines: the server may have no fonts.
const textOutline = `M4.54 -12.02L4.3 -12.02L4.3 0L1.61 0L1.61 -16.75L5.47 -16.75L9.86 -4.73L10.1 -4.73L10.1 -16.75L12.79 -16.75
L12.79 0L8.93 0ZM21.6 0.29Q20.18 0.29 19.07 -0.17Q17.95 -0.62 17.17 -1.46Q16.39 -2.3 15.97 -3.5
Q15.55 -4.7 15.55 -6.19Q15.55 -7.68 15.97 -8.88Q16.39 -10.08 17.17 -10.92Q17.95 -11.76 19.07 -12.22
Q20.18 -12.67 21.6 -12.67Q22.99 -12.67 24.12 -12.22Q25.25 -11.76 26.03 -10.92Q26.81 -10.08 27.23 -8.88
Q27.65 -7.68 27.65 -6.19Q27.65 -4.7 27.23 -3.5Q26.81 -2.3 26.03 -1.46Q25.25 -0.62 24.12 -0.17
Q22.99 0.29 21.6 0.29ZM21.6 -2.06Q22.92 -2.06 23.69 -2.87Q24.46 -3.67 24.46 -5.23L24.46 -7.15
Q24.46 -8.71 23.69 -9.52Q22.92 -10.32 21.6 -10.32Q20.28 -10.32 19.51 -9.52Q18.74 -8.71 18.74 -7.15
L18.74 -5.23Q18.74 -3.67 19.51 -2.87Q20.28 -2.06 21.6 -2.06ZM44.86 -12.38L47.93 -12.38L47.93 -10.2
L48.1 -10.2Q48.6 -11.33 49.48 -12Q50.35 -12.67 51.79 -12.67Q52.85 -12.67 53.72 -12.28
Q54.6 -11.88 55.22 -11.08Q55.85 -10.27 56.18 -9.05Q56.52 -7.82 56.52 -6.19Q56.52 -4.56 56.18 -3.34
Q55.85 -2.11 55.22 -1.31Q54.6 -0.5 53.72 -0.11Q52.85 0.29 51.79 0.29Q50.35 0.29 49.48 -0.38
Q48.6 -1.06 48.1 -2.18L47.93 -2.18L47.93 4.8L44.86 4.8ZM50.5 -2.16Q51.84 -2.16 52.57 -2.98
Q53.3 -3.79 53.3 -5.21L53.3 -7.18Q53.3 -8.59 52.57 -9.41Q51.84 -10.22 50.5 -10.22Q49.44 -10.22 48.68 -9.71
Q47.93 -9.19 47.93 -8.14L47.93 -4.25Q47.93 -3.19 48.68 -2.68Q49.44 -2.16 50.5 -2.16ZM65.57 -14.3
Q64.49 -14.3 64.04 -14.76Q63.6 -15.22 63.6 -15.86L63.6 -16.44Q63.6 -17.09 64.04 -17.54Q64.49 -18 65.57 -18
Q66.65 -18 67.09 -17.54Q67.54 -17.09 67.54 -16.44L67.54 -15.86Q67.54 -15.22 67.09 -14.76
Q66.65 -14.3 65.57 -14.3ZM59.95 -2.42L64.03 -2.42L64.03 -9.96L59.95 -9.96L59.95 -12.38L67.1 -12.38
L67.1 -2.42L70.9 -2.42L70.9 0L59.95 0ZM79.68 0.29Q78.26 0.29 77.14 -0.17Q76.01 -0.62 75.23 -1.46
Q74.45 -2.3 74.03 -3.5Q73.61 -4.7 73.61 -6.19Q73.61 -7.68 74.03 -8.88Q74.45 -10.08 75.23 -10.92
Q76.01 -11.76 77.12 -12.22Q78.24 -12.67 79.66 -12.67Q81.62 -12.67 82.82 -11.86Q84.02 -11.04 84.65 -9.7
L82.27 -8.4Q81.94 -9.19 81.32 -9.68Q80.71 -10.18 79.66 -10.18Q78.29 -10.18 77.56 -9.38
Q76.82 -8.59 76.82 -7.22L76.82 -5.16Q76.82 -3.82 77.56 -3.01Q78.29 -2.21 79.7 -2.21Q80.81 -2.21 81.47 -2.71
Q82.13 -3.22 82.54 -4.06L84.84 -2.69Q84.22 -1.37 82.96 -0.54Q81.7 0.29 79.68 0.29ZM94.44 0
Q92.66 0 91.82 -0.94Q90.98 -1.87 90.98 -3.36L90.98 -9.96L87.38 -9.96L87.38 -12.38L89.83 -12.38
Q90.58 -12.38 90.89 -12.68Q91.2 -12.98 91.2 -13.75L91.2 -16.75L94.06 -16.75L94.06 -12.38L99.1 -12.38
L99.1 -9.96L94.06 -9.96L94.06 -2.42L99.1 -2.42L99.1 0ZM110.33 -2.18L110.21 -2.18Q109.8 -1.18 108.95 -0.44
Q108.1 0.29 106.58 0.29Q104.76 0.29 103.62 -0.92Q102.48 -2.14 102.48 -4.39L102.48 -12.38L105.55 -12.38
L105.55 -4.82Q105.55 -2.14 107.88 -2.14Q108.34 -2.14 108.78 -2.26Q109.22 -2.38 109.57 -2.63
Q109.92 -2.88 110.12 -3.24Q110.33 -3.6 110.33 -4.1L110.33 -12.38L113.4 -12.38L113.4 0L110.33 0ZM117 -2.42
L120.07 -2.42L120.07 -9.96L117 -9.96L117 -12.38L123.14 -12.38L123.14 -9L123.34 -9Q123.5 -9.65 123.8 -10.26
Q124.1 -10.87 124.57 -11.34Q125.04 -11.81 125.71 -12.1Q126.38 -12.38 127.32 -12.38L128.66 -12.38L128.66 -9.5
L126.12 -9.5Q124.73 -9.5 123.94 -8.69Q123.14 -7.87 123.14 -6.6L123.14 -2.42L127.44 -2.42L127.44 0L117 0Z
M137.09 0.29Q135.6 0.29 134.45 -0.17Q133.3 -0.62 132.52 -1.46Q131.74 -2.3 131.33 -3.49
Q130.92 -4.68 130.92 -6.17Q130.92 -7.68 131.34 -8.88Q131.76 -10.08 132.53 -10.92Q133.3 -11.76 134.39 -12.22
Q135.48 -12.67 136.85 -12.67Q138.19 -12.67 139.27 -12.23Q140.35 -11.78 141.11 -10.97Q141.86 -10.15 142.27 -9
Q142.68 -7.85 142.68 -6.46L142.68 -5.45L133.99 -5.45L133.99 -5.14Q133.99 -3.79 134.83 -2.96
Q135.67 -2.14 137.18 -2.14Q138.34 -2.14 139.16 -2.6Q139.99 -3.07 140.54 -3.84L142.3 -2.09
Q141.62 -1.1 140.34 -0.41Q139.06 0.29 137.09 0.29ZM136.87 -10.42Q135.58 -10.42 134.78 -9.6
Q133.99 -8.78 133.99 -7.44L133.99 -7.27L139.61 -7.27L139.61 -7.49Q139.61 -8.83 138.88 -9.62
Q138.14 -10.42 136.87 -10.42ZM168.98 -12.38L172.1 -12.38L166.18 2.21Q165.67 3.48 164.83 4.14
Q163.99 4.8 162.46 4.8L160.2 4.8L160.2 2.38L163.15 2.38L164.09 -0.12L159.1 -12.38L162.36 -12.38L164.26 -7.2
L165.58 -3.26L165.74 -3.26L167.06 -7.2ZM180.29 0.29Q178.8 0.29 177.65 -0.17Q176.5 -0.62 175.72 -1.46
Q174.94 -2.3 174.53 -3.49Q174.12 -4.68 174.12 -6.17Q174.12 -7.68 174.54 -8.88Q174.96 -10.08 175.73 -10.92
Q176.5 -11.76 177.59 -12.22Q178.68 -12.67 180.05 -12.67Q181.39 -12.67 182.47 -12.23
Q183.55 -11.78 184.31 -10.97Q185.06 -10.15 185.47 -9Q185.88 -7.85 185.88 -6.46L185.88 -5.45L177.19 -5.45
L177.19 -5.14Q177.19 -3.79 178.03 -2.96Q178.87 -2.14 180.38 -2.14Q181.54 -2.14 182.36 -2.6
Q183.19 -3.07 183.74 -3.84L185.5 -2.09Q184.82 -1.1 183.54 -0.41Q182.26 0.29 180.29 0.29ZM180.07 -10.42
Q178.78 -10.42 177.98 -9.6Q177.19 -8.78 177.19 -7.44L177.19 -7.27L182.81 -7.27L182.81 -7.49
Q182.81 -8.83 182.08 -9.62Q181.34 -10.42 180.07 -10.42ZM195.24 0Q193.46 0 192.62 -0.94
Q191.78 -1.87 191.78 -3.36L191.78 -9.96L188.18 -9.96L188.18 -12.38L190.63 -12.38Q191.38 -12.38 191.69 -12.68
Q192 -12.98 192 -13.75L192 -16.75L194.86 -16.75L194.86 -12.38L199.9 -12.38L199.9 -9.96L194.86 -9.96
L194.86 -2.42L199.9 -2.42L199.9 0Z`
