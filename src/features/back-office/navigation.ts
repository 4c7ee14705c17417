import type { RequiredRight } from '../accounts/staff/staff-right.ts'

export const openingUrl = '/admin/before-you-open'

/** Whether an address is one of the back office, or would be. */
export const isAdminUrl = (url: string): boolean => /^\/admin(?![^/?])/.test(url)

/** Who may look at orders; each action on them needs a right of its own. */
export const orderRights = ['warehouse', 'sales', 'accounts'] as const

/** Who may hold and release an order. */
export const holdRights = ['warehouse', 'sales'] as const

/** The sections of the staff's pages, in the order of their menu; it lists those that the person's rights include. */
const sections = [
  { section: 'overview', name: 'Overview', url: '/admin', right: 'any' },
  { section: 'orders', name: 'Orders', url: '/admin/orders', right: orderRights },
  { section: 'picking', name: 'Picking', url: '/admin/picking', right: 'warehouse' },
  { section: 'returns', name: 'Returns', url: '/admin/returns', right: orderRights },
  { section: 'quotes', name: 'Quotes', url: '/admin/quotes', right: 'sales' },
  { section: 'stock', name: 'Stock', url: '/admin/stock', right: 'warehouse' },
  {
    section: 'reserved-stock',
    name: 'Reserved stock',
    url: '/admin/reserved-stock',
    right: ['warehouse', 'sales'],
  },
  { section: 'accounts', name: 'Accounts', url: '/admin/accounts', right: 'accounts' },
  { section: 'exports', name: 'Exports', url: '/admin/exports', right: 'accounts' },
  {
    section: 'search-questions',
    name: 'Search questions',
    url: '/admin/search-questions',
    right: 'catalogue',
    isRare: true,
  },
  { section: 'synonyms', name: 'Synonyms', url: '/admin/synonyms', right: 'catalogue', isRare: true },
  { section: 'before-you-open', name: 'Before you open', url: openingUrl, right: 'manager', isRare: true },
] as const satisfies readonly {
  section: string
  name: string
  url: string
  right: RequiredRight
  isRare?: boolean
}[]

export type AdminSection = (typeof sections)[number]['section']

export interface AdminSectionLink {
  section: AdminSection
  name: string
  url: string
  right: RequiredRight
  /** Not for every day's work: a long menu has it behind 'More'. */
  isRare?: boolean
}

export const adminSections: readonly AdminSectionLink[] = sections
