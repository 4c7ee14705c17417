/** The services whose kits stand ready as lists. */
export const kitHours = [250, 500, 1000] as const

/** The hours between two changes. */
type Hours = 500 | 1000 | 2000 | 4000

// Reference filter-domain §2, from handbooks of construction machines: at 500 hours engine oil, by-pass and fuel; at
// 1,000 the outer air element, the tank's breather, hydraulic return, servo and pilot; at 2,000 the inner air element
// and the suction strainer; at 4,000 coolant. Where it is silent, trade usage: cabin with the fuel; transmission, brake
// air and the crankcase's breather with the hydraulics; AdBlue with the inner air. The first rule that fits counts.
const rules: readonly (readonly [RegExp, Hours | null])[] = [
  // Changed when it breaks, not by the hour.
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
 * How often a filter is usually changed, by its place on the machine and its type; null when neither says. A service
 * kit says itself (`told`).
 */
export function serviceHours(type: string, position = '', told: string | null = null): number | null {
  if (told !== null && /^\d{2,5}$/.test(told)) return Number(told)
  for (const words of [position.toLowerCase(), type.toLowerCase()]) {
    if (isKit(words)) return null
    const rule = rules.find(([pattern]) => pattern.test(words))
    if (rule) return rule[1]
  }
  return null
}

export interface Fitted {
  id: number
  type: string
  /** '' when the catalogue does not say. */
  position: string
}

/**
 * One filter for each place of a machine: the catalogue names several makers' for one. The first that can be bought
 * counts, in the order given; where no place is told, a type is a place. Service kits are others' boxes of the same.
 */
export function oneForEachPlace<Filter extends Fitted>(
  fitted: readonly Filter[],
  canBuy: (filter: Filter) => boolean,
): Filter[] {
  const chosen = new Map<string, Filter>()
  for (const filter of fitted) {
    if (isKit(filter.type.toLowerCase())) continue
    const place = filter.position === '' ? `type ${filter.type}` : filter.position
    const before = chosen.get(place)
    if (!before || (!canBuy(before) && canBuy(filter))) chosen.set(place, filter)
  }
  return [...chosen.values()]
}

/**
 * The kits of a machine: each service with all that falls due until then; those without a filter are left out. The
 * smallest is the oil change between two services, of hard work and older engines.
 */
export function kitsOf(filters: readonly Fitted[]): { hours: number; productIds: number[] }[] {
  return kitHours
    .map(hours => ({
      hours,
      productIds: filters
        .filter(filter => (fromHours(filter) ?? Number.POSITIVE_INFINITY) <= hours)
        .map(({ id }) => id),
    }))
    .filter(({ productIds }) => productIds.length > 0)
}

function fromHours({ type, position }: Fitted): number | null {
  const isEngineOil = (words: string) => /^engine oil|^oil filter(?!.*by-?pass)/.test(words.toLowerCase())
  if (position === '' ? isEngineOil(type) : isEngineOil(position)) return kitHours[0]
  return serviceHours(type, position)
}

function isKit(words: string): boolean {
  return words.includes('kit')
}
