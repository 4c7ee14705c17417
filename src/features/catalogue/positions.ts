/** Positions of filters on a machine in the order of a service; other positions follow by name. */
export const positionOrder: readonly string[] = [
  'Service kit',
  'Engine oil',
  'Oil by-pass',
  'Fuel',
  'Fuel, primary',
  'Fuel, secondary',
  'Air',
  'Air, outer',
  'Air, inner',
  'Air cleaner',
  'Hydraulic',
  'Hydraulic return',
  'Hydraulic suction',
  'Hydraulic pressure',
  'Hydraulic pilot',
  'Transmission',
  'Cabin',
  'Coolant',
  'AdBlue',
]

export function sortPositions(positions: readonly string[]): string[] {
  const rank = (position: string) => {
    const at = positionOrder.indexOf(position)
    return at < 0 ? positionOrder.length : at
  }
  return positions.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}
