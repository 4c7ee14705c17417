export interface DetailAttribute {
  name: string
  value: string
  unit: string
  /** The catalogue's order of attributes: dimensions come first. */
  position: number
}

const maxFacts = 4
const separator = ' · '
// Formatted together by formatMeasures, or too unspecific for a list.
const dimensionNames = new Set([
  'Outer diameter',
  'Inner diameter',
  'Length',
  'Width',
  'Height',
  'Gasket outer diameter',
])

/** The distinguishing attributes of a product as one line: '⌀ 281 / 149 mm · 381 mm · Radial'. */
export function formatDetails(attributes: readonly DetailAttribute[]): string {
  // An imported measure has its unit in the value, unless the attribute has the unit.
  const value = (name: string) =>
    attributes.find(attribute => attribute.name === name)?.value.replace(/ ?mm$/, '')
  const otherFacts = attributes
    .filter(({ name }) => !dimensionNames.has(name))
    .toSorted((a, b) => a.position - b.position)
    .map(({ value: text, unit }) => (unit ? `${text} ${unit}` : text))
  return [...formatMeasures(value), ...otherFacts].slice(0, maxFacts).join(separator)
}

// Measures ('93 × 146 mm') and threads ('1 1/8-16 UN') must not break across lines.
const gaps = / (?=× )|(?<=×) | (?=(?:mm|µm|bar|kg|g|h|UN|UNF|BSP|NPT)\b)|(?<=\d) (?=\d+\/\d)/g
const hyphens = /(?<=\d)-(?=\d+[ \u00a0]UN)/g

/** The title with non-breaking spaces and hyphens in measures and threads. */
export function preventLineBreaks(title: string): string {
  return title.replace(gaps, '\u00a0').replace(hyphens, '-\u2060')
}

/** Each measure once: not at the end of the title when the facts have all ('Oil filter 80 × 106 mm'), else not in the facts. */
export function nameMeasuresOnce(
  title: string,
  facts: readonly string[],
): { title: string; facts: string[] } {
  const [kind = title, measures] = title.split(/[,\s]+(?=\d+(?:\.\d+)? × \d)(.*)$/)
  const named = new Set(facts.flatMap(listWords))
  if (measures !== undefined && listWords(measures).every(word => named.has(word))) {
    return { title: kind, facts: [...facts] }
  }
  const titleWords = new Set(listWords(title))
  return { title, facts: facts.filter(fact => !listWords(fact).every(word => titleWords.has(word))) }
}

// '⌀ 80 / 43 mm' → 80, 43
function listWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,/×⌀]+/)
    .filter(word => word !== '' && word !== 'mm')
}

export function splitDetails(details: string): string[] {
  return details === '' ? [] : details.split(separator)
}

function formatMeasures(value: (name: string) => string | undefined): string[] {
  const [outer, inner, height] = [value('Outer diameter'), value('Inner diameter'), value('Height')]
  const sides = [value('Length'), value('Width'), height].filter(side => side !== undefined)
  if (outer === undefined) return sides.length > 0 ? [`${sides.join(' × ')} mm`] : []
  const round = `⌀ ${inner === undefined ? outer : `${outer} / ${inner}`} mm`
  return height === undefined ? [round] : [round, `${height} mm`]
}
