import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The font of each face: words, words that stand out, and part numbers. pdfkit embeds the glyphs that are used. */
const fontFiles = {
  sans: 'IBMPlexSans-Regular.ttf',
  strong: 'IBMPlexSans-SemiBold.ttf',
  code: 'IBMPlexMono-SemiBold.ttf',
}

export type Face = keyof typeof fontFiles

/** The build copies the folder beside the server's code. */
const folder = join(import.meta.dirname, 'fonts')

/** fontkit reads a header even of an empty glyph. The space of the monospaced font is at the very end of its file. */
const padding = Buffer.alloc(16)

export function registerFaces(document: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(fontFiles)) {
    document.registerFont(face, Buffer.concat([readFileSync(join(folder, file)), padding]))
  }
}
