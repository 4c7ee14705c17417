export interface DetailAttribute {
  name: string
  value: string
  unit: string
  /** The catalogue's order of attributes: dimensions come first. */
  position: number
}

const mostFacts = 4
const separator = ' · '
// Told together, or telling little apart.
const measures = new Set([
  'Outer diameter',
  'Inner diameter',
  'Length',
  'Width',
  'Height',
  'Gasket outer diameter',
])

/** What tells a part apart in a list: '⌀ 281 / 149 mm · 381 mm · Radial', '300 × 204 × 48 mm · Carbon'. */
export function detailsOf(attributes: readonly DetailAttribute[]): string {
  const value = (name: string) => attributes.find(attribute => attribute.name === name)?.value
  const others = attributes
    .filter(({ name }) => !measures.has(name))
    .toSorted((a, b) => a.position - b.position)
    .map(({ value: text, unit }) => (unit ? `${text} ${unit}` : text))
  return [...measuresOf(value), ...others].slice(0, mostFacts).join(separator)
}

// The parts of a measure belong on one line: '93 × 146 mm', and so do those of a thread: '1 1/8-16 UN' is no '1/8-16 UN'.
const gaps = / (?=× )|(?<=×) | (?=(?:mm|µm|bar|kg|g|h|UN|UNF|BSP|NPT)\b)|(?<=\d) (?=\d+\/\d)/g
const hyphens = /(?<=\d)-(?=\d+[ \u00a0]UN)/g

/** A title whose measures and threads do not break across lines. */
export function unbroken(title: string): string {
  return title.replace(gaps, '\u00a0').replace(hyphens, '-\u2060')
}

/** The same as single facts. */
export function factsOf(details: string): string[] {
  return details === '' ? [] : details.split(separator)
}

function measuresOf(value: (name: string) => string | undefined): string[] {
  const [outer, inner, height] = [value('Outer diameter'), value('Inner diameter'), value('Height')]
  const sides = [value('Length'), value('Width'), height].filter(side => side !== undefined)
  if (outer === undefined) return sides.length > 0 ? [`${sides.join(' × ')} mm`] : []
  const round = `⌀ ${inner === undefined ? outer : `${outer} / ${inner}`} mm`
  return height === undefined ? [round] : [round, `${height} mm`]
}
