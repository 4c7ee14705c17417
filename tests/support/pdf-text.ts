import { inflateSync } from 'node:zlib'

/** The selectable text of a PDF by page: pieces in the order in which they were drawn. */
export function readPdfText(pdf: Buffer): string[] {
  const objects = parseObjects(pdf)
  const fonts = new Map<string, Map<number, string>>()
  for (const { head } of objects.values()) {
    for (const [, name, id] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id!)?.head ?? '')?.[1]
      if (unicode) fonts.set(name!, parseCharacterMap(objects.get(unicode)!.stream))
    }
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.map(({ head }) => {
    const contents = objects.get(/\/Contents (\d+) 0 R/.exec(head)![1]!)!
    return parseTextPieces(contents.stream, fonts).join('\n')
  })
}

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

/** Maps the glyphs of a font to characters. */
function parseCharacterMap(cmap: string): Map<number, string> {
  const characters = new Map<number, string>()
  for (const [, from, , list] of cmap.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
    for (const [index, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      characters.set(Number.parseInt(from!, 16) + index, decodeUtf16(hex!.replaceAll(' ', '')))
  }
  return characters
}

const decodeUtf16 = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map(unit => String.fromCharCode(Number.parseInt(unit, 16))).join('')

function parseTextPieces(content: string, fonts: Map<string, Map<number, string>>): string[] {
  let font = new Map<number, string>()
  const pieces: string[] = []
  for (const [, name, glyphText] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? new Map()
    else {
      const glyphs = [...glyphText!.matchAll(/<([0-9a-f]+)>/gi)].flatMap(
        ([, hex]) => hex!.match(/.{4}/g) ?? [],
      )
      pieces.push(glyphs.map(glyph => font.get(Number.parseInt(glyph, 16)) ?? '�').join(''))
    }
  }
  return pieces
}
