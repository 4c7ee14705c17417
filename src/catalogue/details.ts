export interface DetailAttribute {
  name: string
  value: string
  unit: string
  /** The catalogue's order of attributes: dimensions come first. */
  position: number
}

const mostFacts = 4
const separator = ' · '

/** What tells a part apart in a list: '⌀ 93 mm · 142 mm · 1-12 UNF · 25 µm'. Its first attributes, in their order. */
export function detailsOf(attributes: readonly DetailAttribute[]): string {
  return attributes
    .toSorted((a, b) => a.position - b.position)
    .slice(0, mostFacts)
    .map(
      ({ name, value, unit }) =>
        `${/outer diameter/i.test(name) ? '⌀ ' : ''}${value}${unit ? ` ${unit}` : ''}`,
    )
    .join(separator)
}

/** The same as single facts. */
export function factsOf(details: string): string[] {
  return details === '' ? [] : details.split(separator)
}
