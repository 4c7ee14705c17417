import { parseIsoDate } from './dates.ts'

/** `version`: the day from which they apply (ISO), stored with each order as what the buyer accepted. */
export interface TermsOfSale {
  version: string
  sections: { heading: string; paragraphs: string[] }[]
}

/**
 * Parses the operator's file (docs/operations.md): a line 'Version: 2026-11-24', then sections that begin with a line
 * '# Heading' and have paragraphs with empty lines between. A string says what is wrong.
 */
export function parseTerms(text: string): TermsOfSale | string {
  const [head = '', ...blocks] = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .split(/\n(?=#+ )/)
  const [firstLine = '', ...introduction] = head.trim().split('\n')
  const day = /^Version: *(\S+)$/.exec(firstLine.trim())?.[1]
  const version = day === undefined ? null : parseIsoDate(day)
  if (version === null) return 'the first line must be the day of the version, such as Version: 2026-11-24'
  const unspaced = /^#+[^#\s].*/m.exec(text)?.[0]
  if (unspaced !== undefined) return `the heading “${unspaced.slice(0, 60)}” needs a space after #`
  if (introduction.some(line => line.trim() !== ''))
    return 'the text after the version must begin with a heading, such as # Delivery'
  const sections = blocks.map(parseSection)
  if (sections.length === 0) return 'there is no section: a line that begins with #'
  const empty = sections.find(({ heading, paragraphs }) => heading === '' || paragraphs.length === 0)
  if (empty) return `the section “${empty.heading}” has no text`
  const headings = sections.map(({ heading }) => heading)
  const repeated = headings.find((heading, index) => headings.indexOf(heading) !== index)
  if (repeated !== undefined) return `the heading “${repeated}” is there twice`
  return { version, sections }
}

function parseSection(block: string): TermsOfSale['sections'][number] {
  const [head = '', ...lines] = block.split('\n')
  const paragraphs = lines
    .join('\n')
    // A line of a list is a paragraph of its own.
    .split(/\n\s*\n|\n(?=\s*[-*] )/)
    .map(paragraph => paragraph.replace(/\s+/g, ' ').trim())
    .filter(paragraph => paragraph !== '')
  return { heading: head.replace(/^#+/, '').trim(), paragraphs }
}
