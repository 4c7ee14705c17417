import { missingGlyph, type PdfPage, type PdfText } from './pdf-text.ts'

/** How the parts of a paper are found in its text. */
export interface PaperMarks {
  /** Points between its texts and each edge of the page. */
  margin: number
  tables: TableMarks[]
  /** The last sum, which is on a page with rows of the first table; null: it has no sums. */
  closing: RegExp | null
  /** What else must be on it, however it is broken into lines. */
  words: string[]
}

interface TableMarks {
  /** The beginning of each row, with what tells it from the others in a group. */
  row: RegExp
  /** A text of its header. */
  header: string
  rows: number
}

/** Points between two texts beside each other: with less they are read as one. */
const minGap = 4

/** What is wrong with the layout of a paper, in words. */
export function findLayoutFaults(pages: PdfPage[], { margin, tables, closing, words }: PaperMarks): string[] {
  const onPages = (find: (page: PdfPage, isLast: boolean) => string[]) =>
    pages.flatMap((page, index) =>
      find(page, index === pages.length - 1).map(fault => `page ${index + 1}: ${fault}`),
    )
  return [
    ...onPages(page => findTextFaults(page, margin)),
    ...onPages(({ texts }) => findContacts(texts)),
    ...onPages((page, isLast) => (isLast || tables.length === 0 ? [] : findWhiteSpace(page, margin))),
    ...tables.flatMap(table => [
      ...findMissingRows(pages, table),
      ...onPages(page =>
        listRows(page, table).length > 0 && !hasText(page, table.header) ? ['rows without a header'] : [],
      ),
    ]),
    ...findMissingWords(pages, words),
    ...(closing === null ? [] : findSumFaults(pages, closing, tables[0]!)),
  ]
}

const listRows = ({ texts }: PdfPage, { row }: TableMarks): string[] =>
  texts.flatMap(({ text }) => row.exec(text)?.[1] ?? [])

const hasText = ({ texts }: PdfPage, words: string): boolean => texts.some(({ text }) => text === words)

function findMissingRows(pages: PdfPage[], table: TableMarks): string[] {
  const displayedRows = new Set(pages.flatMap(page => listRows(page, table))).size
  return displayedRows === table.rows
    ? []
    : [`${displayedRows} of ${table.rows} rows below '${table.header}'`]
}

function findMissingWords(pages: PdfPage[], words: readonly string[]): string[] {
  const withoutSpaces = (text: string) => text.replace(/\s/g, '')
  const text = withoutSpaces(pages.flatMap(({ texts }) => texts.map(piece => piece.text)).join(''))
  return words.filter(word => !text.includes(withoutSpaces(word))).map(word => `'${word}' is missing`)
}

function findSumFaults(pages: PdfPage[], closing: RegExp, { header }: TableMarks): string[] {
  const closingPages = pages.filter(({ texts }) => texts.some(({ text }) => closing.test(text)))
  if (closingPages.length !== 1) return [`the sums are on ${closingPages.length} pages`]
  // A page has the header of a table where it has rows, or the end of a long one.
  return hasText(closingPages[0]!, header) ? [] : ['the sums are alone on their page']
}

/** Whether a third of the page is empty above its foot. */
function findWhiteSpace({ height, texts }: PdfPage, margin: number): string[] {
  const end = height - margin
  const lowest = Math.max(...texts.map(({ y }) => y).filter(y => y < end - 24))
  return end - lowest > height / 3 ? [`${Math.round(end - lowest)} points are white`] : []
}

/** From the top of the capitals down to the descenders of IBM Plex. */
const toBox = ({ x, y, width, size }: PdfText) => ({
  left: x,
  right: x + width,
  top: y - size * 0.7,
  bottom: y + size * 0.2,
})

function findTextFaults({ width, height, texts }: PdfPage, margin: number): string[] {
  return texts.flatMap(text => {
    const { left, right, top } = toBox(text)
    const isInside =
      left > margin - 0.1 && right < width - margin + 0.1 && top > margin - 1 && text.y < height - margin + 1
    return [
      ...(isInside ? [] : [`'${text.text}' is outside the margins`]),
      ...(/£(?![\d,]*\.\d\d(?!\d))/.test(text.text) ? [`'${text.text}' is a part of an amount`] : []),
      ...(text.text.includes(missingGlyph) ? [`'${text.text}' has an empty box`] : []),
    ]
  })
}

/** Texts that overlap, or are so close that they are read as one. */
function findContacts(texts: PdfText[]): string[] {
  const boxes = texts
    .filter(({ text }) => text.trim() !== '')
    .map(text => ({ text: text.text, ...toBox(text) }))
    .toSorted((a, b) => a.top - b.top)
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter(b => b.top < a.bottom && a.left < b.right + minGap && b.left < a.right + minGap)
      .map(b => `'${a.text}' touches '${b.text}'`),
  )
}
