/** Whether the values number the rows: 1, 2, 3 … or 10, 20, 30 …, from 0 too. */
export function isNumbering(values: readonly number[]): boolean {
  const step = findStep(values)
  return values.length >= 2 && values.every((value, at) => value === values[0]! + at * step)
}

/** Whether the values number the rows from the first one on. */
export const isNumberingFromStart = (values: readonly number[]): boolean =>
  isNumbering(values) && (values[0] === 0 || values[0] === findStep(values))

/** Whether the values may number rows of which some were removed: 1, 2, 4. */
export function mayBeNumbering(values: readonly number[]): boolean {
  const step = findStep(values)
  const [first, last] = [values[0] ?? -1, values.at(-1) ?? 0]
  const isRising = values.every((value, at) => at === 0 || value > values[at - 1]!)
  const isStart = first === 0 || first === step
  return (
    values.length >= 2 &&
    isStart &&
    isRising &&
    values.every(value => value % step === 0) &&
    last <= step * 2 * values.length
  )
}

const findStep = ([first = 0, second = 0]: readonly number[]): number =>
  first >= 10 || (first === 0 && second >= 10) ? 10 ** Math.floor(Math.log10(first || second)) : 1
