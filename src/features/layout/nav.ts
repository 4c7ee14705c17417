export interface Way {
  name: string
  url: string
}

/** For those who come without a number. */
export const finderWays: readonly Way[] = [
  { name: 'By machine or serial number', url: '/find-replacement-filters#make' },
  { name: 'By size and shape', url: '/find-replacement-filters#type' },
  { name: 'All makes', url: '/filters' },
]

/** The everyday kinds of filter, as searches; the most asked for first. */
export const kinds: readonly Way[] = [
  { name: 'Oil filters', url: '/search?query=oil+filter' },
  { name: 'Fuel filters', url: '/search?query=fuel+filter' },
  { name: 'Air filters', url: '/search?query=air+filter' },
  { name: 'Hydraulic filters', url: '/search?query=hydraulic' },
  { name: 'Cabin filters', url: '/search?query=cabin+filter' },
  { name: 'Separators', url: '/search?query=separator' },
  { name: 'Breathers', url: '/search?query=breather' },
]

/** For those who come with a list. */
export const orderPad: Way = { name: 'Order pad', url: '/order-pad' }

/** Ordering, for those who know what they want. */
export const ordering: readonly Way[] = [{ name: 'Basket', url: '/basket' }, orderPad]

export const termsUrl = '/terms-conditions'
