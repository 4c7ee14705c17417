import { inflateSync } from 'node:zlib'

/** A text of a page, in points from the top left of the page. */
export interface PdfText {
  text: string
  x: number
  /** Its baseline. */
  y: number
  width: number
  size: number
}

export interface PdfPage {
  width: number
  height: number
  /** In the order in which they were drawn. */
  texts: PdfText[]
}

/** In place of a glyph that the font lacks: readers draw an empty box. */
export const missingGlyph = '\ufffd'

/** The pages of a PDF that pdfkit made, with the place of each text. */
export function readPdfPages(pdf: Buffer): PdfPage[] {
  const objects = parseObjects(pdf)
  const fonts = parseFonts(objects)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const contents = objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(head)!.map(Number)
    const pieces = parsePieces(contents.stream, fonts).map(piece => ({ ...piece, y: height! - piece.y }))
    return { width: width!, height: height!, texts: joinFonts(pieces) }
  })
}

/** The selectable text of a PDF by page: its texts in the order in which they were drawn. */
export const readPdfText = (pdf: Buffer): string[] =>
  readPdfPages(pdf).map(({ texts }) => texts.map(({ text }) => text).join('\n'))

/** The QR codes of a PDF, in drawing order: the dark squares of each, as 'column,row'. */
export function readPdfQrCodes(pdf: Buffer): Set<string>[] {
  const content = [...parseObjects(pdf).values()].map(({ stream }) => stream).join('\n')
  const shapes = content.matchAll(/[\d.]+ 0 0 [\d.]+ 0 0 cm\n((?:\d+ \d+ [ml]\n|h\n)+)/g)
  return [...shapes].map(([, path]) => {
    const corners = path!.matchAll(/(\d+) (\d+) m\n/g)
    return new Set([...corners].map(([, column, row]) => `${column},${row}`))
  })
}

interface PdfObject {
  head: string
  stream: string
}

function parseObjects(pdf: Buffer): Map<string, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)(?:\nendobj|\nstream\n)/g)) {
    const [matchedText, id, head] = match
    const start = match.index + matchedText.length
    const length = Number(/\/Length (\d+)/.exec(head!)?.[1])
    const bytes = matchedText.endsWith('stream\n') ? pdf.subarray(start, start + length) : null
    const isCompressed = /\/FlateDecode/.test(head!)
    objects.set(id!, {
      head: head!,
      stream: bytes ? (isCompressed ? inflateSync(bytes) : bytes).toString('latin1') : '',
    })
  }
  return objects
}

interface PdfFont {
  characters: Map<number, string>
  /** Of each glyph, in thousandths of the font's size. */
  widths: number[]
}

function parseFonts(objects: Map<string, PdfObject>): Map<string, PdfFont> {
  const fonts = new Map<string, PdfFont>()
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(id!)?.head ?? ''
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1]
      const descendant = /\/DescendantFonts \[(\d+) 0 R/.exec(font)?.[1]
      const widths = /\/W \[0 \[([^\]]*)\]\]/.exec(objects.get(descendant ?? '')?.head ?? '')?.[1]
      if (unicode && widths)
        fonts.set(name!, {
          characters: parseCharacterMap(objects.get(unicode)!.stream),
          widths: widths.split(' ').map(Number),
        })
    }
  }
  return fonts
}

/** Maps the glyphs of a font to characters. */
function parseCharacterMap(cmap: string): Map<number, string> {
  const characters = new Map<number, string>()
  for (const [, from, , list] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      characters.set(Number.parseInt(from!, 16) + index, decodeUtf16(hex!.replaceAll(' ', '')))
  }
  return characters.set(0, missingGlyph)
}

const decodeUtf16 = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map(unit => String.fromCharCode(Number.parseInt(unit, 16))).join('')

type Piece = PdfText & { font: string }

/** The texts between BT and ET. y is from the bottom. */
function parsePieces(content: string, fonts: Map<string, PdfFont>): Piece[] {
  return [...content.matchAll(/\nBT\n([\s\S]*?)\nET\n/g)].map(([, commands]) => {
    const [, x, y] = /1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/.exec(commands!)!.map(Number)
    const [, name, size] = /\/(F\d+) ([\d.]+) Tf/.exec(commands!)!
    const { characters, widths } = fonts.get(name!)!
    let text = ''
    let width = 0
    for (const [, hex, back] of commands!.matchAll(/<([0-9a-f]+)>|(?<= )(-?[\d.]+)(?= <| ?\] TJ)/g)) {
      const glyphs = (hex?.match(/.{4}/g) ?? []).map(glyph => Number.parseInt(glyph, 16))
      text += glyphs.map(glyph => characters.get(glyph) ?? missingGlyph).join('')
      width += glyphs.reduce((sum, glyph) => sum + widths[glyph]!, 0) - Number(back ?? 0)
    }
    return { text, x: x!, y: y!, width: (width * Number(size)) / 1000, size: Number(size), font: name! }
  })
}

/** A text with characters of several fonts is drawn in pieces, one after the other. */
function joinFonts(pieces: Piece[]): PdfText[] {
  const texts: Piece[] = []
  for (const piece of pieces) {
    const last = texts.at(-1)
    const follows =
      last && last.font !== piece.font && last.y === piece.y && Math.abs(last.x + last.width - piece.x) < 0.01
    if (!follows) texts.push({ ...piece })
    else {
      last.text += piece.text
      last.width += piece.width
      last.font = piece.font
    }
  }
  return texts.map(({ font: _, ...text }) => text)
}
