import { type FittedFilter, isKit } from '../finder/positions/position-groups.ts'

/** The service intervals, in hours, that are offered as kits. */
export const kitHours = [250, 500, 1000] as const

/** The hours between two changes. */
type Hours = 500 | 1000 | 2000 | 4000

// From handbooks of construction machines: at 500 hours engine oil, by-pass and fuel; at 1,000 the outer air element, the
// tank breather, hydraulic return, servo and pilot; at 2,000 the inner air element and the suction strainer; at 4,000
// coolant. The rest follows trade usage: cabin with the fuel; transmission, brake air and the crankcase breather with
// the hydraulics; AdBlue with the inner air. The first matching rule applies.
const intervalRules: readonly (readonly [RegExp, Hours | null])[] = [
  // Replaced when broken, not at an interval.
  [/housing|air cleaner/, null],
  [/by-?pass|centrifuge/, 500],
  [/crankcase|breather|\bccv\b|air.?oil|dryer|brake air/, 1000],
  [/inner|safety|suction|strainer|ad ?blue|\bscr\b/, 2000],
  [/coolant/, 4000],
  [/hydraulic|transmission|steering|servo|pilot/, 1000],
  [/fuel|separator|cabin/, 500],
  [/engine oil|oil filter|oil element|^oil/, 500],
  [/air/, 1000],
]

/**
 * The usual hours between two changes of a filter, by its position on the machine, then by its type; null: unknown.
 * `statedHours`: the interval that the product itself states, as service kits do; it takes precedence.
 */
export function getServiceHours(
  type: string,
  position = '',
  statedHours: string | null = null,
): number | null {
  if (statedHours !== null && /^\d{2,5}$/.test(statedHours)) return Number(statedHours)
  for (const description of [position.toLowerCase(), type.toLowerCase()]) {
    if (isKit(description)) return null
    const rule = intervalRules.find(([pattern]) => pattern.test(description))
    if (rule) return rule[1]
  }
  return null
}

/**
 * The service kits of a machine: for each service all filters due by then; services without filters are left out. The
 * smallest is the additional oil change for hard work and older engines.
 */
export function listServiceKits(filters: readonly FittedFilter[]): { hours: number; productIds: number[] }[] {
  return kitHours
    .map(hours => ({
      hours,
      productIds: filters
        .filter(filter => (getFirstKitHours(filter) ?? Number.POSITIVE_INFINITY) <= hours)
        .map(({ id }) => id),
    }))
    .filter(({ productIds }) => productIds.length > 0)
}

function getFirstKitHours({ type, position }: FittedFilter): number | null {
  const isEngineOil = (description: string) =>
    /^engine oil|^oil filter(?!.*by-?pass)/.test(description.toLowerCase())
  if (position === '' ? isEngineOil(type) : isEngineOil(position)) return kitHours[0]
  return getServiceHours(type, position)
}
