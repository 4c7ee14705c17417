/** The measures in a query, and the remaining words. */
export interface Measures {
  /** Millimetres: '93 x 140' is one list of two, '93 mm' a list of one. */
  sizes: number[][]
  /** Keys of toThreadKey(); the beginning of a thread is enough: '11/8-16'. */
  threads: string[]
  rest: string
}

const number = String.raw`\d{1,4}(?:[.,]\d{1,2})?`
const unit = String.raw`(?:\s*mm\b)?`
const start = String.raw`(?<![\p{L}\p{N}.,/-])`
const end = String.raw`(?![\p{L}\p{N}/-])`
const by = String.raw`\s*(?:x|×|\*|\bby\b)\s*`
const diameter = String.raw`(?:[øØ⌀]\s*)?`

// '93 x 140', '300×204×48 mm', '⌀ 93 x 142'
const severalSizes = new RegExp(
  `${start}${diameter}(${number})${unit}${by}(${number})${unit}(?:${by}(${number})${unit})?${end}`,
  'giu',
)
// '93 mm', '⌀93'
const oneSize = new RegExp(`${start}(?:${diameter}(${number})\\s*mm\\b|[øØ⌀]\\s*(${number})${end})`, 'giu')

const threadShapes = [
  // '1 1/8-16 UN', '3/4-16', '1-12 UNF'
  String.raw`(?:\d{1,2}\s+)?\d{1,2}/\d{1,2}\s*"?\s*-\s*\d{1,2}(?:\s*UN[CFS]?\b)?`,
  String.raw`\d{1,2}\s*"?\s*-\s*\d{1,2}\s*UN[CFS]?\b`,
  // 'M20x1.5', 'M 27 x 2'
  String.raw`M\s?\d{1,2}\s*[x×]\s*\d(?:[.,]\d{1,2})?`,
  // '1 1/4 BSP', 'G 1 1/4', '3/4 NPT'
  String.raw`(?:G\s?)?(?:\d{1,2}\s+)?\d{1,2}(?:/\d{1,2})?\s*"?\s*(?:BSPP?|BSPT|NPT)\b`,
  String.raw`G\s?(?:\d{1,2}\s+)?\d{1,2}/\d{1,2}`,
]
const thread = new RegExp(`${start}(?:${threadShapes.join('|')})${end}`, 'giu')

/** '1 1/8-16 un' and '1 1/8 - 16 UN' have the same key. */
export function toThreadKey(text: string): string {
  return text.toUpperCase().replace(/×/g, 'X').replace(/,/g, '.').replace(/[\s"]/g, '')
}

/** Extracts threads and sizes in millimetres from a query. */
export function parseMeasures(text: string): Measures {
  const threads: string[] = []
  const sizes: number[][] = []
  const rest = text
    .replace(thread, match => {
      threads.push(toThreadKey(match))
      return ' '
    })
    .replace(severalSizes, (_all, ...numbers: (string | undefined)[]) => {
      sizes.push(
        numbers
          .slice(0, 3)
          .filter(match => match !== undefined)
          .map(parseMillimetres),
      )
      return ' '
    })
    .replace(oneSize, (_all, plain: string | undefined, round: string | undefined) => {
      sizes.push([parseMillimetres(plain ?? round ?? '0')])
      return ' '
    })
  return { sizes, threads, rest: rest.replace(/\s+/g, ' ').trim() }
}

function parseMillimetres(text: string): number {
  return Number(text.replace(',', '.'))
}
