import { type Face, registerFaces } from './faces.server.ts'

/** Colours of the shop's light mode (src/ui/theme.css): paper is always light. */
export const inks = {
  ink: '#17212b',
  steel: '#56626d',
  rule: '#dddcd6',
  edge: '#7f8a94',
  sunk: '#f1f0ec',
  wash: '#fff6e0',
  amber: '#ffb000',
  paper: '#ffffff',
} as const
export type Ink = keyof typeof inks

export interface TextStyle {
  face?: Face
  /** In points, as all measures here: 72 to the inch. */
  size: number
  ink?: Ink
}

interface OpensImages {
  openImage(bytes: Buffer): Buffer
}

/** The pages of a document, drawn upon in points from the top left; a line of text stands on its baseline. */
export class Paper {
  readonly #document: PDFKit.PDFDocument
  readonly #pictures = new Map<Buffer, Buffer>()

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    registerFaces(document)
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

  /** Draws on every page once more, when their number is known: for what stands at their feet. */
  onEachPage(draw: (page: number, pages: number) => void): void {
    const { count } = this.#document.bufferedPageRange()
    for (let index = 0; index < count; index++) {
      this.#document.switchToPage(index)
      draw(index + 1, count)
    }
  }

  /** One line that begins at x, or ends there when it is set to the right. */
  text(words: string, x: number, baseline: number, style: TextStyle & { align?: 'left' | 'right' }): void {
    const from = style.align === 'right' ? x - this.widthOf(words, style) : x
    this.#choose(style)
      .fillColor(inks[style.ink ?? 'ink'])
      .text(plain(words), from, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  widthOf(words: string, style: TextStyle): number {
    return this.#choose(style).widthOfString(plain(words))
  }

  /** Words broken into lines of at most this width; a word that is longer by itself is cut. */
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

  /** A shape by the path of an SVG, `scale` points to its unit. */
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

  /** A JPEG or PNG, as large as fits into the box, in its middle. */
  picture(bytes: Buffer, x: number, y: number, width: number, height: number): void {
    // The same bytes stand in the document once, however often they are shown; pdfkit's types know the bytes alone.
    const opened = this.#pictures.get(bytes) ?? (this.#document as unknown as OpensImages).openImage(bytes)
    this.#pictures.set(bytes, opened)
    this.#document.image(opened, x, y, { fit: [width, height], align: 'center', valign: 'center' })
  }

  #choose({ face = 'sans', size }: TextStyle): PDFKit.PDFDocument {
    return this.#document.font(face).fontSize(size)
  }
}

// One line, one kind of space, letters and accents as one character wherever there is one.
function plain(words: string): string {
  if (/^[ -~]*$/.test(words)) return words
  return words.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
}
