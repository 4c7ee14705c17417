/** The lists whose filters and sorting staff can save, each with its address. */
const viewSections = {
  orders: '/admin/orders',
  returns: '/admin/returns',
  quotes: '/admin/quotes',
  picking: '/admin/picking',
  'pick-lists': '/admin/picking/lists',
  waiting: '/admin/picking/waiting',
  'promised-days': '/admin/promised-days',
  'reserved-stock': '/admin/reserved-stock',
  stock: '/admin/stock',
  movements: '/admin/stock/movements',
  deliveries: '/admin/stock/deliveries',
  accounts: '/admin/accounts',
  'open-invoices': '/admin/open-invoices',
  'search-questions': '/admin/search-questions',
} as const

export type ViewSection = keyof typeof viewSections
export const viewSectionKeys = Object.keys(viewSections) as [ViewSection, ...ViewSection[]]

/** Who may save views at all: everybody who has a list. */
export const viewRights = ['warehouse', 'sales', 'accounts', 'catalogue'] as const

export const maxViews = 20
export const maxViewName = 60

export const viewMessages = {
  noName: 'Give the view a name.',
  tooMany: `You have ${maxViews} views of this list. Remove one to save another.`,
} as const

export interface SavedView {
  id: number
  name: string
  url: string
  /** It is what the page shows. */
  isCurrent: boolean
}

/** What follows the '?' of a list. Fields that are empty or null are left out. */
export function toListQuery(fields: Record<string, string | null>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (value !== null && value !== '') query.set(name, value)
  return query.toString()
}

/** What follows the '?' of a list, without the page, in one order: two addresses of the same list are equal. */
export function normaliseViewQuery(query: string): string {
  const entries = [...new URLSearchParams(query)].filter(([name, value]) => name !== 'page' && value !== '')
  return new URLSearchParams(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString().slice(0, 1_000)
}

export const toExportUrl = (section: ViewSection) => `${viewSections[section]}/export.csv` as const

export const toViewUrl = (section: ViewSection, query: string) =>
  `${viewSections[section]}${query === '' ? '' : `?${query}`}` as const
