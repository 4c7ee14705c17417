import { createPdf } from './pdf.server.ts'
import type { Paper, TextStyle } from './pdf-paper.server.ts'

/** An address label. */
export interface AddressLabel {
  /** The sender: name and address. */
  from: string[]
  /** 'Next working day', at the top. */
  service: string
  to: string[]
  /** Below the address: telephone, delivery instructions. */
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
const sender: TextStyle = { size: 8, ink: 'steel' }
const service: TextStyle = { face: 'strong', size: 13 }
const quiet: TextStyle = { size: 9 }

export function createAddressLabels({ labels, sheet, shopName, at }: AddressLabels): Promise<Buffer> {
  const title = labels.length === 1 ? `Label ${labels[0]!.reference}` : 'Labels'
  const size = sheet.size === 'a6' ? 'A6' : 'A4'
  return createPdf({ title, author: shopName, at, size }, paper => {
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
  let line = y + margin + 8
  for (const words of paper.wrap(label.from.join(', '), right - left, sender).slice(0, 3)) {
    paper.text(words, left, line, sender)
    line += 11
  }
  paper.line(left, line - 2, right, line - 2, 'edge')
  line += 18
  for (const words of paper.wrap(label.service, right - left, service).slice(0, 2)) {
    paper.text(words, left, line, service)
    line += 16
  }
  const bottom = y + height - margin - 34
  line = drawAddress(paper, label.to, { left, right, top: line + 4, bottom: bottom - 36 })
  for (const words of label.notes.flatMap(note => paper.wrap(note, right - left, quiet)).slice(0, 4)) {
    if (line > bottom - 4) break
    paper.text(words, left, line, quiet)
    line += 12
  }
  paper.line(left, bottom, right, bottom, 'ink', 1.2)
  paper.text(label.reference, left, bottom + 22, { face: 'code', size: 16 })
  paper.text(label.parcel, right, bottom + 22, { ...service, align: 'right' })
}

/** As large as fits. Returns the y below it. */
function drawAddress(
  paper: Paper,
  lines: readonly string[],
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): number {
  const sizes = [18, 16, 14, 12, 10, 8]
  const fitting = sizes.find(size => {
    const count = lines.flatMap(text => paper.wrap(text, right - left, { face: 'strong', size })).length
    return top + count * size * 1.3 <= bottom
  })
  const size = fitting ?? sizes.at(-1)!
  let y = top + size
  for (const [nth, text] of lines.entries()) {
    const style: TextStyle = { face: nth === 0 ? 'strong' : 'sans', size }
    for (const words of paper.wrap(text, right - left, style)) {
      paper.text(words, left, y, style)
      y += size * 1.3
    }
  }
  return y + 4
}
