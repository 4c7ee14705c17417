export const openingUrl = '/admin/before-you-open'

/** The sections of the staff's pages, in the order of their menu. */
export const adminSections = [
  { section: 'overview', name: 'Overview', url: '/admin' },
  { section: 'orders', name: 'Orders', url: '/admin/orders' },
  { section: 'quotes', name: 'Quotes', url: '/admin/quotes' },
  { section: 'stock', name: 'Stock', url: '/admin/stock' },
  { section: 'reserved-stock', name: 'Reserved stock', url: '/admin/reserved-stock' },
  { section: 'search-questions', name: 'Search questions', url: '/admin/search-questions' },
  { section: 'synonyms', name: 'Synonyms', url: '/admin/synonyms' },
  { section: 'before-you-open', name: 'Before you open', url: openingUrl, isForManagers: true },
] as const satisfies readonly { section: string; name: string; url: string; isForManagers?: boolean }[]

export type AdminSection = (typeof adminSections)[number]['section']
