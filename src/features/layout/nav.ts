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

/** Common kinds of filter, as searches; the most popular first. `short`: below a heading that says 'filters'. */
export const filterKindLinks: readonly (NavLink & { short: string })[] = [
  { name: 'Oil filters', short: 'Oil', url: '/search?query=oil+filter' },
  { name: 'Fuel filters', short: 'Fuel', url: '/search?query=fuel+filter' },
  { name: 'Air filters', short: 'Air', url: '/search?query=air+filter' },
  { name: 'Hydraulic filters', short: 'Hydraulic', url: '/search?query=hydraulic' },
  { name: 'Cabin filters', short: 'Cabin', url: '/search?query=cabin+filter' },
  { name: 'Separators', short: 'Separators', url: '/search?query=separator' },
  { name: 'Breathers', short: 'Breathers', url: '/search?query=breather' },
]

export const orderPadLink: NavLink = { name: 'Order pad', url: '/order-pad' }

/** For who is signed in. */
export const accountLinks: readonly NavLink[] = [
  { name: 'Orders', url: '/account/orders' },
  { name: 'Quotes', url: '/account/quotes' },
  { name: 'Product lists', url: '/account/productlists' },
]

export const deliveryLink: NavLink = { name: 'Delivery', url: '/delivery' }
export const returnsLink: NavLink = { name: 'Returns', url: '/returns' }

export const termsUrl = '/terms-conditions'
/** By number and postcode, without login. */
export const findOrderUrl = '/order/find'
