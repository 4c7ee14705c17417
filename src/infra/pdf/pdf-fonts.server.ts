import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import { type FontCoverage, listCodePoints } from './text-runs.ts'

/** The shop's fonts, IBM Plex: text, emphasised text, part numbers. */
const plexFiles = {
  sans: 'IBMPlexSans-Regular.ttf',
  strong: 'IBMPlexSans-SemiBold.ttf',
  code: 'IBMPlexMono-SemiBold.ttf',
}
export type Face = keyof typeof plexFiles

/**
 * Fonts of what IBM Plex lacks, in the order in which they are tried: further Latin, Greek, Cyrillic and Devanagari, the
 * other scripts, then Chinese, Japanese and Korean. Each package has files for parts of its characters.
 */
const notoScripts = [
  ...[
    'arabic',
    'armenian',
    'bengali',
    'ethiopic',
    'georgian',
    'gujarati',
    'gurmukhi',
    'hebrew',
    'kannada',
    'khmer',
  ],
  ...['lao', 'malayalam', 'myanmar', 'sinhala', 'tamil', 'telugu', 'thai', 'sc', 'jp', 'kr'],
]
const notoPackages = ['noto-sans', ...notoScripts.map(script => `noto-sans-${script}`)]
const notoWeights = { regular: 400, strong: 600 }

/** A font to embed, with what it can draw. */
export interface PdfFont extends FontCoverage {
  bytes: Buffer
}

/** The fonts of a document by face, in the order in which they are tried for a character. pdfkit embeds the glyphs that are used. */
export type PdfFonts = Record<Face, readonly PdfFont[]>

/** The fonts for a document with this text; those of other scripts are loaded only when it has any. */
export async function loadPdfFonts(text: string): Promise<PdfFonts> {
  const { sans, strong, code } = readPlexFonts()
  const missing = new Set([...listCodePoints(keepNonAscii(text))].filter(codePoint => !strong.has(codePoint)))
  const notoFonts = missing.size === 0 ? [] : await loadNotoFonts(missing)
  const regularFonts = notoFonts.map(font => font.regular)
  const strongFonts = notoFonts.map(font => font.strong)
  return {
    sans: [sans, ...regularFonts],
    strong: [strong, ...strongFonts],
    code: [code, strong, ...strongFonts],
  }
}

const keepNonAscii = (text: string): string => [...new Set(text.replace(/[\0-\x7f]+/g, ''))].join('')

let plexFonts: Record<Face, PdfFont> | null = null

function readPlexFonts(): Record<Face, PdfFont> {
  // The build copies the folder beside the server's code (vite.config.ts).
  const read = (face: Face) =>
    toPdfFont(face, readFileSync(join(import.meta.dirname, 'fonts', plexFiles[face])))
  plexFonts ??= { sans: read('sans'), strong: read('strong'), code: read('code') }
  return plexFonts
}

/** fontkit reads a header even for an empty glyph, and the space may be at the very end of a file. */
const padding = Buffer.alloc(16)

function toPdfFont(name: string, file: Uint8Array): PdfFont {
  const bytes = Buffer.concat([file, padding])
  const font = create(bytes) as Font
  // One without characters has the empty box alone, and no table to read.
  const codePoints = new Set(font.numGlyphs > 1 ? font.characterSet : [])
  return { name, bytes, has: codePoint => codePoints.has(codePoint) }
}

interface NotoFont {
  regular: PdfFont
  strong: PdfFont
}

/** Reduces the files that have these code points to them. */
async function loadNotoFonts(codePoints: ReadonlySet<number>): Promise<NotoFont[]> {
  const missing = new Set(codePoints)
  const fonts: NotoFont[] = []
  for (const name of notoPackages) {
    for (const [part, ranges] of await readParts(name)) {
      const covered = [...missing].filter(codePoint =>
        ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
      )
      if (covered.length === 0) continue
      const font = await reduceFont(name, part, covered)
      const drawn = covered.filter(codePoint => font.regular.has(codePoint))
      if (drawn.length === 0) continue
      fonts.push(font)
      for (const codePoint of drawn) missing.delete(codePoint)
    }
  }
  return fonts
}

async function reduceFont(name: string, part: string, codePoints: readonly number[]): Promise<NotoFont> {
  // pdfkit embeds neither WOFF2 nor variable fonts: what is left after this is an ordinary font of one weight.
  const { default: subsetFont } = await import('subset-font')
  const file = await readFile(resolvePath(`${name}/files/${name}-${part}-wght-normal.woff2`))
  // Joiners: letters beside them are drawn in other forms.
  const text = ` \u200c\u200d${String.fromCodePoint(...codePoints)}`
  const reduce = async (weight: keyof typeof notoWeights) => {
    const options = { targetFormat: 'truetype', variationAxes: { wght: notoWeights[weight] } } as const
    return toPdfFont(`${name}-${part}-${weight}`, await subsetFont(file, text, options))
  }
  return { regular: await reduce('regular'), strong: await reduce('strong') }
}

const { resolve } = createRequire(import.meta.url)
const resolvePath = (path: string): string => resolve(`@fontsource-variable/${path}`)

type Range = [from: number, to: number]

/** The files of a package, 'hebrew' or '119', with the ranges of their code points. */
async function readParts(name: string): Promise<[part: string, ranges: Range[]][]> {
  const parts = JSON.parse(await readFile(resolvePath(`${name}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  return Object.entries(parts).map(([key, ranges]) => [
    key.replace(/[[\]]/g, ''),
    ranges.split(',').map(parseRange),
  ])
}

/** 'U+590-5ff', 'U+20aa'. */
function parseRange(range: string): Range {
  const [from, to = from] = range.replace('U+', '').split('-')
  return [Number.parseInt(from!, 16), Number.parseInt(to!, 16)]
}
