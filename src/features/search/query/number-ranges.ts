/** An option of a numeric attribute: one value, or a range with both ends included. */
export interface ValueRange {
  from: number
  to: number
}

const decimals = String.raw`-?\d{1,9}(?:\.\d{1,6})?`
const fromTo = new RegExp(`^(${decimals})\\.\\.(${decimals})$`)
const withTolerance = new RegExp(`^(${decimals})\\s*(?:±|\\+-|\\+/-)\\s*(${decimals})$`)
const single = new RegExp(`^${decimals}$`)
const rounding = 1e-9

/** Parses '93', '76..85' and '93±1'; null when the value is text. */
export function parseRange(value: string): ValueRange | null {
  const text = value.trim()
  const ends = fromTo.exec(text)
  if (ends) return { from: Number(ends[1]), to: Number(ends[2]) }
  const tolerance = withTolerance.exec(text)
  if (tolerance)
    return {
      from: Number(tolerance[1]) - Number(tolerance[2]),
      to: Number(tolerance[1]) + Number(tolerance[2]),
    }
  return single.test(text) ? { from: Number(text), to: Number(text) } : null
}

export function isWithin(number: number, { from, to }: ValueRange): boolean {
  return number >= from - rounding && number <= to + rounding
}

export interface ValueCount {
  number: number
  count: number
}

/** Neighbouring values as one option. */
export interface Step extends ValueRange {
  count: number
}

const maxSteps = 16

/**
 * Few values are options as they are; more are grouped in steps of 1, 2, 2.5 or 5 (times a power of ten), about sixteen
 * of them. The ends of a step are existing values, so that '76..85' is exact and no value falls between two steps.
 */
export function toSteps(values: readonly ValueCount[]): Step[] {
  const sorted = values.toSorted((a, b) => a.number - b.number)
  if (sorted.length <= maxSteps) {
    return sorted.map(({ number, count }) => ({ from: number, to: number, count }))
  }
  const width = getStepWidth(sorted.at(-1)!.number - sorted[0]!.number)
  const steps: (Step & { bucket: number })[] = []
  for (const { number, count } of sorted) {
    const bucket = Math.floor(number / width + rounding)
    const last = steps.at(-1)
    if (last?.bucket === bucket) Object.assign(last, { to: number, count: last.count + count })
    else steps.push({ bucket, from: number, to: number, count })
  }
  return steps.map(({ from, to, count }) => ({ from, to, count }))
}

function getStepWidth(span: number): number {
  const minWidth = span / (maxSteps - 1)
  const magnitude = 10 ** Math.floor(Math.log10(minWidth))
  return (
    [1, 2, 2.5, 5, 10].map(factor => factor * magnitude).find(width => width >= minWidth) ?? 10 * magnitude
  )
}

/** '76..85', or '93' when both ends are equal. */
export function formatRange({ from, to }: ValueRange): string {
  return from === to ? String(from) : `${from}..${to}`
}

/** '76–85 mm' */
export function formatRangeLabel({ from, to }: ValueRange, unit: string): string {
  const numbers = from === to ? String(from) : `${from}–${to}`
  return unit === '' ? numbers : `${numbers} ${unit}`
}
