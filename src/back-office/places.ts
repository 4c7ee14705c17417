/** The places of the back office, in the order of its menu. */
export type BackOfficePlace = (typeof places)[number]['place']

export const places = [
  { place: 'overview', name: 'Overview', url: '/admin' },
  { place: 'orders', name: 'Orders', url: '/admin/orders' },
  { place: 'quotes', name: 'Quotes', url: '/admin/quotes' },
] as const satisfies readonly { place: string; name: string; url: string }[]
