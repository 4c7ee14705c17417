import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Font, Glyph, Subset } from 'fontkit'

/** The voices of a document: words, words that stand out, and part numbers. */
export type Face = 'sans' | 'strong' | 'code'

/** One font file in one weight; `name` is its name within a document. */
export interface FacePart {
  name: string
  font: Font
}

interface FaceFiles {
  /** By alphabet, the usual one first: the shop's fonts are cut up as browsers load them. */
  alphabets: string[]
  file: (alphabet: string) => string
  /** Which weight of a variable font; null: the file holds one weight only. */
  weight: number | null
}

const sansFile = (alphabet: string) =>
  `@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-${alphabet}-wght-normal.woff2`
const monoFile = (alphabet: string) =>
  `@fontsource/ibm-plex-mono/files/ibm-plex-mono-${alphabet}-600-normal.woff2`
const sansAlphabets = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese']

const faces: Record<Face, FaceFiles> = {
  sans: { alphabets: sansAlphabets, file: sansFile, weight: 400 },
  strong: { alphabets: sansAlphabets, file: sansFile, weight: 600 },
  code: { alphabets: ['latin', 'latin-ext', 'cyrillic'], file: monoFile, weight: null },
}

/** The part of a face that has this character; the first, with its empty box, when none has it. */
export type FindPart = (face: Face, character: string) => FacePart

/** Fonts are opened when their first character is asked for, and kept. */
export async function openFaces(): Promise<FindPart> {
  const { create } = await import('fontkit')
  const open = (file: string, weight: number | null): Font => {
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)))
    return readyForPdf(() => create(bytes) as unknown as OpenWoff2, weight)
  }
  const partOf = (face: Face, nth: number): FacePart => {
    const { alphabets, file, weight } = faces[face]
    const name = `${face}-${alphabets[nth]}`
    const part = kept.get(name) ?? { name, font: open(file(alphabets[nth]!), weight) }
    kept.set(name, part)
    return part
  }
  return (face, character) => {
    const codePoint = character.codePointAt(0)!
    const { alphabets } = faces[face]
    for (let nth = 0; nth < alphabets.length; nth++) {
      const part = partOf(face, nth)
      if (part.font.hasGlyphForCodePoint(codePoint)) return part
    }
    return partOf(face, 0)
  }
}

const kept = new Map<string, FacePart>()

/** What fontkit keeps of a WOFF2 font, as far as it is needed here; its public face has no room for it. */
interface OpenWoff2 extends Font {
  variationCoords: number[] | null
  _variationProcessor: { transformPoints(glyph: number, points: Point[]): void } | null
  _transformedGlyphs: { points?: Point[]; components?: { dx: number; dy: number }[] }[]
  createSubset(): TrueTypeSubset
}

interface Point {
  x: number
  y: number
  onCurve: boolean
  endContour: boolean
  copy(): Point
}

interface TrueTypeSubset extends Subset {
  offset: number
  glyf: Uint8Array[]
  loca: { offsets: number[] }
  hmtx: { metrics: { advance: number; bearing: number }[] }
  _addGlyph(glyph: number): number
}

/**
 * A PDF holds TrueType outlines of one weight. fontkit reads WOFF2, but neither moves its outlines to a weight nor
 * writes them out again: both are done here, each glyph on its own, without components and hints.
 */
function readyForPdf(openFont: () => OpenWoff2, weight: number | null): Font {
  const font = openFont()
  if (weight !== null) {
    // Read without a weight first: while fontkit unpacks, it takes a font with one for a plain TrueType file.
    const regular = openFont()
    regular.getGlyph(0)
    font.variationCoords = [weight]
    font._transformedGlyphs = regular._transformedGlyphs
    font._transformedGlyphs.forEach((_, glyph) => {
      moveToWeight(font, glyph)
    })
    // Two weights of one file have the same name, and the document would take them for one.
    Object.defineProperty(font, 'postscriptName', { value: `${font.postscriptName}-${weight}` })
  }
  nameGlyphs(font)
  const createSubset = font.createSubset.bind(font)
  font.createSubset = () => {
    const subset = createSubset()
    subset._addGlyph = glyph => addGlyph(subset, font.getGlyph(glyph))
    return subset
  }
  return font
}

function moveToWeight(font: OpenWoff2, glyph: number): void {
  const { points = [], components = [] } = font._transformedGlyphs[glyph]!
  const offsets = components.map(({ dx, dy }) => point(dx, dy))
  // The four points behind the outline stand for its margins; those come from the font's table of widths.
  const margins = [0, 1, 2, 3].map(() => point(0, 0))
  font._variationProcessor?.transformPoints(glyph, [...points, ...offsets, ...margins])
  for (const [index, { x, y }] of offsets.entries()) Object.assign(components[index]!, { dx: x, dy: y })
}

function point(x: number, y: number): Point {
  return { x, y, onCurve: true, endContour: true, copy: () => point(x, y) }
}

// Who copies text out of the document gets what a glyph was first asked for as: never as part of another letter.
function nameGlyphs(font: Font): void {
  for (const codePoint of font.characterSet) {
    const isLigature = codePoint >= 0xfb00 && codePoint <= 0xfb06
    if (!isLigature) font.glyphForCodePoint(codePoint)
  }
}

function addGlyph(subset: TrueTypeSubset, glyph: Glyph): number {
  const contours = (glyph as Glyph & { _getContours(): Point[][] })._getContours()
  const outline = simpleGlyph(contours)
  const xs = contours.flat().map(({ x }) => Math.round(x))
  // Readers shift an outline until it begins at its bearing: told wrongly, letters stand unevenly.
  const left = xs.length === 0 ? 0 : Math.min(...xs)
  subset.glyf.push(outline)
  subset.loca.offsets.push(subset.offset)
  subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: left })
  subset.offset += outline.length
  return subset.glyf.length - 1
}

/** An outline as table 'glyf' of TrueType holds it: corners, ends, flags, then all x and all y as steps. */
function simpleGlyph(contours: Point[][]): Uint8Array {
  const points = contours.flat()
  if (points.length === 0) return new Uint8Array(0)
  const xs = points.map(({ x }) => Math.round(x))
  const ys = points.map(({ y }) => Math.round(y))
  const steps = (values: number[]) => values.map((value, index) => value - (values[index - 1] ?? 0))
  const corners = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  let end = -1
  const ends = contours.map(contour => {
    end += contour.length
    return end
  })
  const noHints = 0
  const head = int16s([contours.length, ...corners, ...ends, noHints])
  const flags = Uint8Array.from(points, ({ onCurve }) => (onCurve ? 1 : 0))
  const outline = Buffer.concat([head, flags, int16s(steps(xs)), int16s(steps(ys))])
  return Buffer.concat([outline, Buffer.alloc((4 - (outline.length % 4)) % 4)])
}

function int16s(values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeInt16BE(value, index * 2)
  return bytes
}
