export interface NavLink {
  name: string
  url: string
}

/** For visitors without a part number. */
export const finderLinks: readonly NavLink[] = [
  { name: 'By machine or serial number', url: '/find-replacement-filters#make' },
  { name: 'By size and shape', url: '/find-replacement-filters#type' },
  { name: 'All makes', url: '/filters' },
]

/** Common kinds of filter, as searches; the most popular first. */
export const filterKindLinks: readonly NavLink[] = [
  { name: 'Oil filters', url: '/search?query=oil+filter' },
  { name: 'Fuel filters', url: '/search?query=fuel+filter' },
  { name: 'Air filters', url: '/search?query=air+filter' },
  { name: 'Hydraulic filters', url: '/search?query=hydraulic' },
  { name: 'Cabin filters', url: '/search?query=cabin+filter' },
  { name: 'Separators', url: '/search?query=separator' },
  { name: 'Breathers', url: '/search?query=breather' },
]

export const orderPadLink: NavLink = { name: 'Order pad', url: '/order-pad' }

export const orderingLinks: readonly NavLink[] = [{ name: 'Basket', url: '/basket' }, orderPadLink]

export const termsUrl = '/terms-conditions'
