import { truncateToWidth } from '../../lib/text.ts'
import { type Face, loadPdfFonts, type PdfFonts } from './pdf-fonts.server.ts'
import { listCharacters, splitIntoRuns, type TextRun, toDrawableText } from './text-runs.ts'

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
  readonly #fonts: PdfFonts
  readonly #pictures = new Map<Buffer, Buffer>()
  readonly #measuredRuns = new Map<string, { layout: TextLayout; width: number }>()

  constructor(document: PDFKit.PDFDocument, fonts: PdfFonts) {
    this.#document = document
    this.#fonts = fonts
    for (const { name, bytes } of Object.values(fonts).flat()) document.registerFont(name, bytes)
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
    const runs = this.#split(words, style)
    let left = style.align === 'right' ? x - sumWidths(runs) : x
    for (const { text, font, width, layout } of runs) {
      this.#document
        .font(font)
        .fontSize(style.size)
        .fillColor(inks[style.ink ?? 'ink'])
      this.#document.text(text, left, baseline, { lineBreak: false, baseline: 'alphabetic', ...layout })
      left += width
    }
  }

  widthOf(words: string, style: TextStyle): number {
    return sumWidths(this.#split(words, style))
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
    const drawable = toDrawableText(words, this.#fonts[style.face ?? 'sans'])
    for (const word of drawable.split(' ').filter(Boolean)) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.widthOf(longer, style) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      line = ''
      for (const character of listCharacters(word)) {
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

  /** The parts of a line in one font each, from the left. */
  #split(words: string, { face = 'sans', size }: TextStyle): PlacedRun[] {
    const fonts = this.#fonts[face]
    return splitIntoRuns(toDrawableText(words, fonts), fonts).map(run => {
      const { layout, width } = this.#measure(run)
      return { ...run, layout, width: width * size }
    })
  }

  /** How a run is laid out, and its width at size 1. pdfkit remembers this itself for the shop's own fonts. */
  #measure(run: TextRun): { layout: TextLayout; width: number } {
    if (run.font in this.#fonts) return { layout: {}, width: this.#measureAs(run, {}) }
    const key = `${run.font} ${run.text}`
    const measured = this.#measuredRuns.get(key) ?? this.#chooseLayout(run)
    this.#measuredRuns.set(key, measured)
    return measured
  }

  // fontkit throws at a mark that its font gives no place on a letter. Such text has its marks beside the letters.
  #chooseLayout(run: TextRun): { layout: TextLayout; width: number } {
    try {
      return { layout: wholeLayout, width: this.#measureAs(run, wholeLayout) }
    } catch {
      return { layout: layoutWithoutMarks, width: this.#measureAs(run, layoutWithoutMarks) }
    }
  }

  #measureAs({ font, text }: TextRun, layout: TextLayout): number {
    return this.#document.font(font).fontSize(1).widthOfString(text, layout)
  }
}

interface PlacedRun extends TextRun {
  layout: TextLayout
  width: number
}

const sumWidths = (runs: readonly PlacedRun[]): number => runs.reduce((sum, { width }) => sum + width, 0)

type TextLayout = Pick<PDFKit.Mixins.TextOptions, 'features'>

/** With a list of features, even an empty one, pdfkit lays out a text as a whole; without word by word, from the left. */
const wholeLayout: TextLayout = { features: [] }
/** fontkit takes the features to leave out too; pdfkit's types lack them. */
const layoutWithoutMarks = {
  features: { mark: false, mkmk: false, abvm: false, blwm: false },
} as unknown as TextLayout

export interface PdfOptions {
  title: string
  author: string
  /** The date of the document. The same content gives the same bytes. */
  at: Date
  size: 'A3' | 'A4' | 'A6'
  landscape?: boolean
  /** What is drawn: fonts of other scripts than the shop's own are loaded for the characters in it. */
  content: object
}

/**
 * Creates a PDF: selectable text in the shop's own fonts, with title and language. For many pages, `draw` should yield
 * to other requests in between.
 */
export async function createPdf(
  options: PdfOptions,
  draw: (paper: Paper) => void | Promise<void>,
): Promise<Buffer> {
  const fonts = await loadPdfFonts(JSON.stringify(options.content))
  // Imported with the first document: most processes never create one.
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({
    size: options.size,
    layout: options.landscape ? 'landscape' : 'portrait',
    margin: 0,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-GB',
    displayTitle: true,
    bufferPages: true,
    info: { Title: options.title, Author: options.author, CreationDate: options.at, ModDate: options.at },
  })
  const chunks: Buffer[] = []
  const result = new Promise<Buffer>((resolve, reject) => {
    document.on('data', chunk => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.on('error', reject)
  })
  await draw(new Paper(document, fonts))
  document.end()
  return result
}
