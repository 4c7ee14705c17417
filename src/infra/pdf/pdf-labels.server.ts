import { createPdfDocuments, type PdfDocument } from './pdf-document.server.ts'
import { createPdf, type Paper, type TextStyle } from './pdf-paper.server.ts'

/** An address label. */
export interface AddressLabel {
  /** The sender: name and address. */
  from: string[]
  /** 'Next working day', at the top. */
  service: string
  to: string[]
  /** Below the address, two lines of each at most: telephone, delivery instructions. What matters most is first. */
  notes: string[]
  /** The order number. */
  reference: string
  /** 'Box 3', 'Parcel 2'; ''. */
  parcel: string
}

/** `a6`: a label on each page. `a4`: four on a page, the first at `start`, 1 to 4, row by row. */
export interface LabelSheet {
  size: 'a6' | 'a4'
  start: number
}

export interface AddressLabels {
  labels: AddressLabel[]
  sheet: LabelSheet
  shopName: string
  at: Date
}

const labelsOnA4 = 4
const margin = 20
/** For the order number and the box. */
const footHeight = 34
const maxNoteLines = 2

export function createAddressLabels({ labels, sheet, shopName, at }: AddressLabels): Promise<Buffer> {
  const title = labels.length === 1 ? `Label ${labels[0]!.reference}` : 'Labels'
  const size = sheet.size === 'a6' ? 'A6' : 'A4'
  return createPdf({ title, author: shopName, at, size, content: labels }, paper => {
    const width = sheet.size === 'a6' ? paper.width : paper.width / 2
    const height = sheet.size === 'a6' ? paper.height : paper.height / 2
    const perPage = sheet.size === 'a6' ? 1 : labelsOnA4
    for (const [nth, label] of labels.entries()) {
      const place = (nth + (sheet.size === 'a6' ? 0 : sheet.start - 1)) % perPage
      if (nth > 0 && place === 0) paper.newPage()
      drawLabel(paper, label, { x: (place % 2) * width, y: Math.floor(place / 2) * height, width, height })
    }
  })
}

interface LabelArea {
  x: number
  y: number
  width: number
  height: number
}

function drawLabel(paper: Paper, label: AddressLabel, { x, y, width, height }: LabelArea): void {
  const left = x + margin
  const right = x + width - margin
  const bottom = y + height - margin - footHeight
  const top = y + margin
  for (const line of layOutLines(paper, label, right - left, bottom - top - 8)) {
    paper.text(line.text, left, top + line.y, line.style)
    if (line.isRuled) paper.line(left, top + line.y + 9, right, top + line.y + 9, 'edge')
  }
  paper.line(left, bottom, right, bottom, 'ink', 1.2)
  const parcelStyle: TextStyle = { face: 'strong', size: 13 }
  const referenceWidth = right - left - 12 - paper.widthOf(label.parcel, parcelStyle)
  const reference = paper.fit(label.reference, referenceWidth, { face: 'code', size: 16 } as const, 6)
  paper.text(label.reference, left, bottom + 22, reference)
  paper.text(label.parcel, right, bottom + 22, { ...parcelStyle, align: 'right' })
}

interface LabelText {
  text: string
  style: TextStyle
  /** Of its baseline, from the top of the label's content. */
  y: number
  /** It has a rule below. */
  isRuled: boolean
}

/** Shares of the usual size: the largest at which everything fits is used. */
const scales = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.45, 0.4, 0.35, 0.3]

/** The lines of a label without its foot, as large as fit. What does not fit at the smallest size is left out at the end. */
function layOutLines(paper: Paper, label: AddressLabel, width: number, height: number): LabelText[] {
  const layouts = scales.map(scale => () => layOutAtScale(paper, label, width, scale))
  const isFitting = (lines: LabelText[]) => lines.at(-1)!.y <= height
  for (const layOut of layouts) {
    const lines = layOut()
    if (isFitting(lines)) return lines
  }
  return layouts.at(-1)!().filter(({ y }) => y <= height)
}

function layOutAtScale(paper: Paper, label: AddressLabel, width: number, scale: number): LabelText[] {
  const lines: LabelText[] = []
  let y = 0
  const add = (texts: readonly string[], style: TextStyle, gap = 0) => {
    y += gap
    for (const text of texts) {
      y += style.size * 1.3
      lines.push({ text, style, y, isRuled: false })
    }
  }
  const wrap = (text: string, style: TextStyle) => paper.wrap(text, width, style)
  const sender: TextStyle = { size: Math.max(5, 8 * scale), ink: 'steel' }
  const service: TextStyle = { face: 'strong', size: Math.max(8, 13 * scale) }
  const note: TextStyle = { size: Math.max(6, 9 * scale) }
  add(wrap(label.from.join(', '), sender), sender)
  const last = lines.at(-1)
  if (last) last.isRuled = true
  add(wrap(label.service, service), service, 12)
  for (const [nth, text] of label.to.entries()) {
    const style: TextStyle = { face: nth === 0 ? 'strong' : 'sans', size: 18 * scale }
    add(wrap(text, style), style, nth === 0 ? 4 : 0)
  }
  for (const [nth, text] of label.notes.entries()) {
    const noteLines = wrap(text, note)
    const rest = paper.truncate(noteLines.slice(maxNoteLines - 1).join(' '), width, note)
    add(
      noteLines.length > maxNoteLines ? [...noteLines.slice(0, maxNoteLines - 1), rest] : noteLines,
      note,
      nth === 0 ? 4 : 0,
    )
  }
  return lines
}

/** Several documents in one file, or labels. */
export type Papers = { documents: PdfDocument[] } | { labels: AddressLabels }

export const createPapers = (papers: Papers): Promise<Buffer> =>
  'documents' in papers ? createPdfDocuments(papers.documents) : createAddressLabels(papers.labels)
