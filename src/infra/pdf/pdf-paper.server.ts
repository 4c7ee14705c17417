import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { truncateToWidth } from '../../lib/text.ts'

/** The fonts: text, emphasised text, part numbers. pdfkit embeds the glyphs that are used. */
const fontFiles = {
  sans: 'IBMPlexSans-Regular.ttf',
  strong: 'IBMPlexSans-SemiBold.ttf',
  code: 'IBMPlexMono-SemiBold.ttf',
}

type Face = keyof typeof fontFiles

/** The build copies the folder beside the server's code (vite.config.ts). */
const fontFolder = join(import.meta.dirname, 'fonts')

/** fontkit reads a header even for an empty glyph: the monospaced font's space is at the very end of its file. */
const padding = Buffer.alloc(16)

/** Colours of the shop's light theme (src/ui/theme.css): PDFs are always light. */
export const inks = {
  ink: '#17212b',
  steel: '#56626d',
  rule: '#dddcd6',
  edge: '#7f8a94',
  sunk: '#f1f0ec',
  wash: '#fff6e0',
  amber: '#ffb000',
  green: '#1b7f4b',
  paper: '#ffffff',
} as const
export type Ink = keyof typeof inks

export interface TextStyle {
  face?: Face
  /** In points (72 to the inch), like all measures here. */
  size: number
  ink?: Ink
}

interface OpensImages {
  openImage(bytes: Buffer): Buffer
}

/** Draws on the pages of a PDF in points from the top left; y of a text is its baseline. */
export class Paper {
  readonly #document: PDFKit.PDFDocument
  readonly #pictures = new Map<Buffer, Buffer>()

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    registerFonts(document)
  }

  get width(): number {
    return this.#document.page.width
  }

  get height(): number {
    return this.#document.page.height
  }

  newPage(): void {
    this.#document.addPage()
  }

  /** Draws on every page once the number of pages is known; `from`: on those after the first so many. */
  onEachPage(draw: (page: number, pages: number) => void, from = 0): void {
    const count = this.pageCount - from
    for (let index = 0; index < count; index++) {
      this.#document.switchToPage(from + index)
      draw(index + 1, count)
    }
  }

  get pageCount(): number {
    return this.#document.bufferedPageRange().count
  }

  /** One line that starts at x, or ends there with align 'right'. */
  text(words: string, x: number, baseline: number, style: TextStyle & { align?: 'left' | 'right' }): void {
    const from = style.align === 'right' ? x - this.widthOf(words, style) : x
    this.#choose(style)
      .fillColor(inks[style.ink ?? 'ink'])
      .text(plain(words), from, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  widthOf(words: string, style: TextStyle): number {
    return this.#choose(style).widthOfString(plain(words))
  }

  /** The style, smaller where the text would be wider than this, but not below `minSize`. */
  fit<Style extends TextStyle>(words: string, width: number, style: Style, minSize: number): Style {
    const fitting = (style.size * width) / Math.max(width, this.widthOf(words, style))
    return { ...style, size: Math.max(minSize, fitting) }
  }

  /** The text, cut to the width with … at its end when it is too long. */
  truncate(words: string, width: number, style: TextStyle): string {
    return truncateToWidth(words, width, text => this.widthOf(text, style))
  }

  /** Breaks text into lines of at most this width. A longer word is split. */
  wrap(words: string, width: number, style: TextStyle): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of plain(words).split(' ').filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.widthOf(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const character of word) {
        if (line !== '' && this.widthOf(line + character, style) > width) {
          lines.push(line)
          line = ''
        }
        line += character
      }
    }
    return line === '' ? lines : [...lines, line]
  }

  line(x: number, y: number, toX: number, toY: number, ink: Ink, thick = 0.6): void {
    this.#document.moveTo(x, y).lineTo(toX, toY).lineWidth(thick).strokeColor(inks[ink]).stroke()
  }

  box(x: number, y: number, width: number, height: number, ink: Ink, round = 0): void {
    this.#document.roundedRect(x, y, width, height, round).fillColor(inks[ink]).fill()
  }

  /** Fills an SVG path, `scale` points to its unit. */
  shape(path: string, x: number, y: number, scale: number, ink: Ink): void {
    this.#document
      .save()
      .translate(x, y)
      .scale(scale)
      .path(path)
      .fillColor(inks[ink])
      .fill('even-odd')
      .restore()
  }

  /** A JPEG or PNG, centred in the box and as large as fits. */
  picture(bytes: Buffer, x: number, y: number, width: number, height: number): void {
    // Embeds equal bytes once, however often they are drawn. pdfkit's types lack opened images.
    const opened = this.#pictures.get(bytes) ?? (this.#document as unknown as OpensImages).openImage(bytes)
    this.#pictures.set(bytes, opened)
    this.#document.image(opened, x, y, { fit: [width, height], align: 'center', valign: 'center' })
  }

  #choose({ face = 'sans', size }: TextStyle): PDFKit.PDFDocument {
    return this.#document.font(face).fontSize(size)
  }
}

// Normalises text for one line: one kind of space, composed characters.
function plain(words: string): string {
  if (/^[ -~]*$/.test(words)) return words
  return words.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
}

function registerFonts(document: PDFKit.PDFDocument): void {
  for (const [face, file] of Object.entries(fontFiles)) {
    document.registerFont(face, Buffer.concat([readFileSync(join(fontFolder, file)), padding]))
  }
}
