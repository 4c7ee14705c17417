import { copyPerson } from '../../tests/support/busy-people.ts'
import type { BusyShop } from '../../tests/support/busy-shop.ts'

let copies = 1000

/** Keeps people as they are before the run: forms of the run change the rights of colleagues. */
export const keepPeople = (shop: BusyShop) => shop.sql('create table person_before as table person')

/** Somebody like this person was before the run; returns the address. */
export async function copyPersonBefore(shop: BusyShop, email: string): Promise<string> {
  const [copy] = await copyPerson(shop, email, 1, { first: ++copies, from: 'person_before' })
  return copy!
}
