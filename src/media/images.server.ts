import { createHash } from 'node:crypto'
import { type BigIntStats, constants } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { toLoggableError } from '../platform/log.ts'
import { drawFilter, drawingEdition } from './drawing.ts'
import { encode } from './encode.server.ts'
import { drawnView, isImageName, isUploadName } from './filename.ts'
import { openLettering } from './lettering.server.ts'
import type { ImageSize } from './links.ts'
import type { Format } from './negotiate.ts'
import { drawPlaceholder } from './placeholder.ts'
import type { Recipe } from './recipe.ts'
import type { Lettering } from './svg.ts'

export interface Picture {
  bytes: Buffer
  /** Changes whenever the picture does; without quotes. */
  fingerprint: string
  /** False: nothing is known under that name, and this is the placeholder. */
  found: boolean
}

export interface Images {
  /** Where the picture comes from, with its fingerprint: enough for answering "not modified" without reading or drawing anything. */
  look(filename: string): Promise<Source>
  picture(source: Source, size: ImageSize, format: Format): Promise<Picture>
}

/** Where a picture comes from. */
export type Source =
  | { kind: 'file'; filename: string; fingerprint: string }
  | { kind: 'drawing'; filename: string; fingerprint: string; recipe: Recipe; plain: boolean }
  | { kind: 'none'; filename: ''; fingerprint: string }

interface Derivative {
  size: ImageSize
  format: Format
  name: string
}

/** From here on a drawing carries its dimension lines; below they could not be read. */
export const dimensionsFrom: ImageSize = 400

const none: Source = { kind: 'none', filename: '', fingerprint: `none-${drawingEdition}` }

/**
 * Pictures at fixed sizes, made once and kept under `dataDir`/derivatives.
 * `recipeOf` answers how a picture without a file is drawn, or null.
 */
export function openImages(options: {
  dataDir: string
  recipeOf: (filename: string) => Promise<Recipe | null>
  log?: Logger
}): Images {
  const uploads = join(options.dataDir, 'images')
  const derivatives = join(options.dataDir, 'derivatives')
  const making = new Map<string, Promise<Buffer>>()
  let lettering: Promise<Lettering> | undefined

  async function look(filename: string): Promise<Source> {
    if (!isImageName(filename)) return none
    const upload = isUploadName(filename) ? await fileFacts(join(uploads, filename)) : null
    if (upload)
      return {
        kind: 'file',
        filename,
        fingerprint: shortHash(`${upload.mtimeNs}/${upload.size}/${upload.ino}`),
      }
    const view = drawnView(filename)
    const recipe = await options.recipeOf(view.filename)
    if (!recipe) return none
    return {
      kind: 'drawing',
      filename,
      recipe,
      plain: view.plain,
      fingerprint: shortHash(`${drawingEdition}/${view.plain}/${JSON.stringify(recipe)}`),
    }
  }

  async function picture(source: Source, size: ImageSize, format: Format): Promise<Picture> {
    try {
      return {
        bytes: await kept(source, size, format),
        fingerprint: source.fingerprint,
        found: source.kind !== 'none',
      }
    } catch (error) {
      if (source.kind !== 'file') throw error
      // An uploaded file that is no picture, or was taken away just now, must not break the page.
      return picture(none, size, format)
    }
  }

  async function kept(source: Source, size: ImageSize, format: Format): Promise<Buffer> {
    const folder = join(derivatives, source.kind === 'none' ? '_none' : source.filename)
    const name = `${size}-${source.fingerprint}.${format}`
    const file = join(folder, name)
    const before = await readFile(file).catch(() => null)
    if (before) return before
    const running = making.get(file)
    if (running) return running
    const made = make(source, { size, format, name }, folder).finally(() => making.delete(file))
    making.set(file, made)
    return made
  }

  async function make(source: Source, as: Derivative, folder: string): Promise<Buffer> {
    const bytes = await encode(await original(source, as.size), as.size, as.format)
    // A full disk makes pictures slower, never missing.
    await keep(folder, as, bytes).catch(error =>
      options.log?.warn(
        { err: toLoggableError(error), picture: as.name },
        'A picture could not be written to disk.',
      ),
    )
    return bytes
  }

  async function original(source: Source, size: ImageSize): Promise<Buffer> {
    if (source.kind === 'file') return readRegular(join(uploads, source.filename))
    lettering ??= openLettering()
    const letters = await lettering
    const svg =
      source.kind === 'drawing'
        ? drawFilter(source.recipe, letters, { dimensions: !source.plain && size >= dimensionsFrom })
        : drawPlaceholder(letters, { words: size >= dimensionsFrom })
    return Buffer.from(svg)
  }

  return { look, picture }
}

/** Written beside and renamed: a reader sees the whole file or none. Older ones of the same size and format go. */
async function keep(folder: string, made: Derivative, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = join(folder, `${made.name}.${process.pid}.part`)
  await writeFile(draft, bytes)
  await rename(draft, join(folder, made.name))
  const outdated = (await readdir(folder)).filter(
    name => name.startsWith(`${made.size}-`) && name.endsWith(`.${made.format}`) && name !== made.name,
  )
  await Promise.all(outdated.map(name => rm(join(folder, name), { force: true })))
}

async function fileFacts(path: string): Promise<BigIntStats | null> {
  const facts = await stat(path, { bigint: true }).catch(() => null)
  return facts?.isFile() ? facts : null
}

/** O_NONBLOCK: should somebody put a pipe there meanwhile, we do not wait for it. */
async function readRegular(path: string): Promise<Buffer> {
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
