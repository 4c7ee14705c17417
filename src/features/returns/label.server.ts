import { createPdf, type Paper, type TextStyle } from '../../infra/pdf/pdf-paper.server.ts'

export interface ReturnLabel {
  number: string
  reference: string
  shopName: string
  address: string[]
  /** The customer. */
  sender: string[]
  at: Date
}

/** Distances in points. */
const margin = 20
const quiet: TextStyle = { size: 9, ink: 'steel' }
const small: TextStyle = { size: 9 }

/** The address label of a return, A6: where it goes, its number in large letters, who sends it. */
export function createReturnLabel(label: ReturnLabel): Promise<Buffer> {
  const { number, shopName, at } = label
  return createPdf(
    { title: `Return label ${number}`, author: shopName, at, size: 'A6', content: label },
    paper => {
      const width = paper.width - 2 * margin
      let y = drawLines(paper, 'To', [shopName, ...label.address], {
        top: margin + 12,
        height: 140,
        largest: 15,
      })
      y += 14
      paper.box(margin, y, width, 78, 'sunk')
      paper.box(margin, y, 5, 78, 'ink')
      paper.text('Return number', margin + 18, y + 22, quiet)
      paper.text(number, margin + 18, y + 50, { face: 'code', size: 26 })
      paper.text(`Order ${label.reference}`, margin + 18, y + 68, small)
      y += 108
      drawLines(paper, 'From', label.sender, { top: y, height: paper.height - margin - y, largest: 9 })
    },
  )
}

/** A name and lines below it, as large as fit the height. Returns the y of their end. */
function drawLines(
  paper: Paper,
  name: string,
  lines: readonly string[],
  { top, height, largest }: { top: number; height: number; largest: number },
): number {
  const width = paper.width - 2 * margin
  const wrapAt = (size: number) => lines.flatMap(line => paper.wrap(line, width, { size }))
  const sizes = [largest, 12, 10, 9, 8, 7, 6, 5].filter(size => size <= largest)
  const size = sizes.find(each => wrapAt(each).length * each * 1.35 + 6 <= height) ?? 4
  paper.text(name, margin, top, quiet)
  let y = top + 6
  for (const line of wrapAt(size)) {
    y += size * 1.35
    paper.text(line, margin, y, { face: largest > small.size ? 'strong' : 'sans', size })
  }
  return y
}
