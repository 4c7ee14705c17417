/** What an option of a number attribute asks for: one value, or all from–to; both ends count. */
export interface ValueRange {
  from: number
  to: number
}

const decimals = String.raw`-?\d{1,9}(?:\.\d{1,6})?`
const fromTo = new RegExp(`^(${decimals})\\.\\.(${decimals})$`)
const about = new RegExp(`^(${decimals})\\s*(?:±|\\+-|\\+/-)\\s*(${decimals})$`)
const alone = new RegExp(`^${decimals}$`)
const rounding = 1e-9

/** Reads '93', '76..85' and '93±1'; null: the value is a word. */
export function parseRange(value: string): ValueRange | null {
  const text = value.trim()
  const ends = fromTo.exec(text)
  if (ends) return { from: Number(ends[1]), to: Number(ends[2]) }
  const middle = about.exec(text)
  if (middle)
    return { from: Number(middle[1]) - Number(middle[2]), to: Number(middle[1]) + Number(middle[2]) }
  return alone.test(text) ? { from: Number(text), to: Number(text) } : null
}

export function isWithin(number: number, { from, to }: ValueRange): boolean {
  return number >= from - rounding && number <= to + rounding
}

export interface Counted {
  number: number
  count: number
}

/** Neighbouring values offered as one. */
export interface Step extends ValueRange {
  count: number
}

const mostSteps = 16

/**
 * Few values are offered as they are; more are grouped in steps of 1, 2, 2.5 or 5 (times ten …), at most sixteen of them. The ends of a
 * step are values that exist, so that '76..85' names what is there and no value falls between two steps.
 */
export function toSteps(values: readonly Counted[]): Step[] {
  const sorted = values.toSorted((a, b) => a.number - b.number)
  if (sorted.length <= mostSteps) {
    return sorted.map(({ number, count }) => ({ from: number, to: number, count }))
  }
  const width = stepWidth(sorted.at(-1)!.number - sorted[0]!.number)
  const steps: (Step & { place: number })[] = []
  for (const { number, count } of sorted) {
    const place = Math.floor(number / width + rounding)
    const last = steps.at(-1)
    if (last?.place === place) Object.assign(last, { to: number, count: last.count + count })
    else steps.push({ place, from: number, to: number, count })
  }
  return steps.map(({ from, to, count }) => ({ from, to, count }))
}

function stepWidth(span: number): number {
  const least = span / (mostSteps - 1)
  const ten = 10 ** Math.floor(Math.log10(least))
  return [1, 2, 2.5, 5, 10].map(factor => factor * ten).find(width => width >= least) ?? 10 * ten
}

/** '76..85', or '93' where both ends are one. */
export function formatRange({ from, to }: ValueRange): string {
  return from === to ? String(from) : `${from}..${to}`
}

/** '76–85 mm' */
export function formatRangeLabel({ from, to }: ValueRange, unit: string): string {
  const numbers = from === to ? String(from) : `${from}–${to}`
  return unit === '' ? numbers : `${numbers} ${unit}`
}
