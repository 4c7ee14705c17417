import type { Face, FacePart, FindPart } from './pdf-fonts.server.ts'

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

interface Run {
  part: FacePart
  text: string
}

/** The pages of a document, drawn upon in points from the top left; a line of text stands on its baseline. */
export class Paper {
  readonly #document: PDFKit.PDFDocument
  readonly #findPart: FindPart
  readonly #pictures = new Map<Buffer, Buffer>()

  constructor(document: PDFKit.PDFDocument, findPart: FindPart) {
    this.#document = document
    this.#findPart = findPart
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
    let at = style.align === 'right' ? x - this.widthOf(words, style) : x
    for (const run of this.#runs(words, style.face)) {
      this.#choose(run.part, style.size)
      this.#document.fillColor(inks[style.ink ?? 'ink'])
      this.#document.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += this.#document.widthOfString(run.text)
    }
  }

  widthOf(words: string, { face, size }: TextStyle): number {
    return this.#runs(words, face).reduce((width, run) => {
      this.#choose(run.part, size)
      return width + this.#document.widthOfString(run.text)
    }, 0)
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

  #choose(part: FacePart, size: number): void {
    // pdfkit takes an opened font as well as a file; its types know the file alone.
    this.#document.registerFont(part.name, part.font as unknown as string)
    this.#document.font(part.name).fontSize(size)
  }

  #runs(words: string, face: Face = 'sans'): Run[] {
    const runs: Run[] = []
    for (const character of plain(words)) {
      const part = this.#findPart(face, character)
      const last = runs.at(-1)
      if (last?.part === part) last.text += character
      else runs.push({ part, text: character })
    }
    return runs
  }
}

// One line, one kind of space, letters and accents as one character wherever there is one.
function plain(words: string): string {
  if (/^[ -~]*$/.test(words)) return words
  return words.normalize('NFC').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
}
