import { createPdf } from '../../infra/pdf/pdf.server.ts'
import type { Paper, TextStyle } from '../../infra/pdf/pdf-paper.server.ts'

export interface ReturnLabel {
  /** 'RMA-000012'. */
  number: string
  /** The order number. */
  reference: string
  shopName: string
  /** Where the goods go. */
  address: string[]
  /** The customer. */
  sender: string[]
  /** When the return was requested. */
  at: Date
}

/** Distances in points. */
const margin = 20
const quiet: TextStyle = { size: 9, ink: 'steel' }
const small: TextStyle = { size: 9 }

/** The address label of a return, A6: where it goes, its number in large letters, who sends it. */
export function createReturnLabel(label: ReturnLabel): Promise<Buffer> {
  const { number, shopName, at } = label
  return createPdf({ title: `Return label ${number}`, author: shopName, at, size: 'A6' }, paper => {
    const width = paper.width - 2 * margin
    const address = [shopName, ...label.address]
    const large: TextStyle = { face: 'strong', size: 15 }
    const isShort = address.flatMap(line => paper.wrap(line, width, large)).length <= 7
    let y = drawLines(paper, 'To', address, margin + 12, width, isShort ? large : { ...large, size: 10 })
    y += 14
    paper.box(margin, y, width, 78, 'sunk')
    paper.box(margin, y, 5, 78, 'ink')
    paper.text('Return number', margin + 18, y + 22, quiet)
    paper.text(number, margin + 18, y + 50, { face: 'code', size: 26 })
    paper.text(`Order ${label.reference}`, margin + 18, y + 68, small)
    y += 108
    drawLines(paper, 'From', label.sender, y, width, small)
  })
}

/** A name and lines below it. Returns the y of their end. */
function drawLines(
  paper: Paper,
  name: string,
  lines: readonly string[],
  top: number,
  width: number,
  style: TextStyle,
): number {
  const lineHeight = style.size * 1.35
  paper.text(name, margin, top, quiet)
  let y = top + 6
  for (const line of lines.flatMap(each => paper.wrap(each, width, style))) {
    y += lineHeight
    paper.text(line, margin, y, style)
  }
  return y
}
