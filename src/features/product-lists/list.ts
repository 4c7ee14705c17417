import type { Person } from '../accounts/visitor.ts'

/** Whose lists: the company's, or a person's own who buys for none (contract §3). */
export type Owner = { companyId: number } | { personId: number }

export function ownerOf(person: Pick<Person, 'id' | 'company'>): Owner {
  return person.company ? { companyId: person.company.id } : { personId: person.id }
}

interface Named {
  id: number
  name: string
  slug: string
}

/** What a list says of itself; the machine's parts are null only where the catalogue has lost them. */
export interface ListHead {
  id: number
  name: string
  make: Named | null
  model: Named | null
  variant: { id: number; name: string } | null
  fleetNumbers: string[]
  version: number
}

export interface ListLine {
  productId: number
  quantity: number
}

export interface List extends ListHead {
  lines: ListLine[]
}

/** What is written of a list. `machine` null: it stays as it was. */
export interface NewList {
  name: string
  machine: { makeId: number; modelId: number; variantId: number } | null
  fleetNumbers: string[]
  lines: ListLine[]
}

export const listsUrl = '/account/productlists'
export const newListUrl = `${listsUrl}/new`
export const listUrl = (id: number): string => `${listsUrl}/${id}`
/** Where the QR code of a wallpaper leads. */
export const orderUrl = (id: number): string => `${listUrl(id)}/order`
