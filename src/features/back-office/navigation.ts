import type { MenuLink } from '../../ui/visitor.tsx'
import { includesRight, type RequiredRight } from '../accounts/staff/staff-right.ts'

export const openingUrl = '/admin/before-you-open'

/** Whether an address is one of the back office, or would be. */
export const isAdminUrl = (url: string): boolean => /^\/admin(?![^/?])/.test(url)

/** Who may look at orders; each action on them needs a right of its own. */
export const orderRights = ['warehouse', 'sales', 'accounts'] as const

/** Who may hold and release an order. */
export const holdRights = ['warehouse', 'sales'] as const

/** Who may send what is held for its account: on stop, or beyond its credit. */
export const accountHoldRights = ['sales', 'accounts'] as const

export const newOrderUrl = '/admin/orders/new'

export const privacyUrl = '/admin/privacy'

/** Where a person's data are: 'person-12', 'order-FH…' (who ordered without a login), 'application-3' or 'newsletter-5'. */
export const toSubjectUrl = (key: string): `/admin/privacy/${string}` => `${privacyUrl}/${key}`

export const adminOrderUrl = (reference: string): `/admin/orders/${string}` => `/admin/orders/${reference}`
export const adminQuoteUrl = (reference: string): `/admin/quotes/${string}` => `/admin/quotes/${reference}`

/** Of an order, a request for approval or a quote: its kind says which page it has. */
export const toAdminUrl = ({ kind, reference }: { kind: string; reference: string }) =>
  kind === 'quote' ? adminQuoteUrl(reference) : adminOrderUrl(reference)

/** An entry of the menu; entries are in the order of `position`. */
export interface MenuEntry extends MenuLink {
  right: RequiredRight
  position: number
}

/** The pages of the menu that are no lists: a list declares its own entry (`defineList`). */
const menuPages: readonly MenuEntry[] = [
  { section: 'overview', name: 'Overview', url: '/admin', right: 'any', position: 10 },
  { section: 'picking', name: 'Picking', url: '/admin/picking', right: 'warehouse', position: 30 },
  {
    section: 'reminders',
    name: 'Reminders',
    url: '/admin/reminders',
    right: 'accounts',
    position: 87,
    isRare: true,
  },
  {
    section: 'exports',
    name: 'Exports',
    url: '/admin/exports',
    right: 'accounts',
    position: 90,
    isRare: true,
  },
  {
    section: 'synonyms',
    name: 'Synonyms',
    url: '/admin/synonyms',
    right: 'catalogue',
    position: 110,
    isRare: true,
  },
  {
    section: 'privacy',
    name: 'Personal data',
    url: privacyUrl,
    right: 'manager',
    position: 115,
    isRare: true,
  },
  {
    section: 'settings',
    name: 'Settings',
    url: '/admin/settings',
    right: 'manager',
    position: 117,
    isRare: true,
  },
  {
    section: 'before-you-open',
    name: 'Before you open',
    url: openingUrl,
    right: 'manager',
    position: 120,
    isRare: true,
  },
]

/** A list whose views can be saved, by its section. */
export type StaffLists = Map<string, { url: string; menu?: MenuEntry }>

/** The menu of the staff's pages: what the person's rights include. */
export const listMenu = (lists: StaffLists, rights: readonly string[]): MenuLink[] =>
  [...menuPages, ...[...lists.values()].flatMap(({ menu }) => menu ?? [])]
    .filter(({ right }) => includesRight(rights, right))
    .toSorted((a, b) => a.position - b.position)
    .map(({ section, name, url, isRare }) => ({ section, name, url, ...(isRare && { isRare }) }))
