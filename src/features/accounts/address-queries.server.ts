import { sql } from 'kysely'
import type { Db, Tx } from '../../infra/app-context.ts'
import type { SavedAddress } from './schemas.ts'
import type { Person } from './visitor.ts'

/** His own addresses and his company's account addresses, newest first, the account address leading. */
export async function addressesOf(db: Db | Tx, person: Person): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('address')
    .selectAll()
    .where(eb => eb.or([eb('person_id', '=', person.id), eb('company_id', '=', person.company?.id ?? -1)]))
    .orderBy('imported', 'desc')
    .orderBy('default_delivery', 'desc')
    .orderBy('default_billing', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(row => ({
    id: row.id,
    firstname: row.firstname,
    surname: row.surname,
    company: row.company,
    line_1: row.line_1,
    line_2: row.line_2,
    line_3: row.line_3,
    line_4: row.line_4,
    postcode: row.postcode,
    country: row.country,
    telephone: row.telephone,
    billing: row.billing,
    imported: row.imported,
    save_for_future: true,
    save_as_billing: row.billing,
    default_delivery: row.default_delivery,
    default_billing: row.default_billing,
  }))
}

export async function countAddresses(tx: Tx, personId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('address')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface NewAddress {
  firstname: string
  surname: string
  company: string
  line_1: string
  line_2: string
  line_3: string
  line_4: string
  postcode: string
  country: string
  telephone: string
  billing: boolean
}

/** Saves an address of a person unless he has the very same one already. */
export async function insertAddress(tx: Tx, personId: number, address: NewAddress): Promise<void> {
  await sql`
    insert into address (person_id, firstname, surname, company, line_1, line_2, line_3, line_4, postcode, country,
      telephone, billing)
    select ${personId}, ${address.firstname}, ${address.surname}, ${address.company}, ${address.line_1},
      ${address.line_2}, ${address.line_3}, ${address.line_4}, ${address.postcode}, ${address.country},
      ${address.telephone}, ${address.billing}
    where not exists (
      select from address where person_id = ${personId} and firstname = ${address.firstname}
        and surname = ${address.surname} and company = ${address.company} and line_1 = ${address.line_1}
        and line_2 = ${address.line_2} and line_3 = ${address.line_3} and postcode = ${address.postcode}
        and country = ${address.country} and billing = ${address.billing})`.execute(tx)
}

export interface Defaults {
  delivery: boolean
  billing: boolean
}

/** Writes a new address (`id` null) or one of his own anew. Null: he has no such address. Returns its id. */
export async function writeAddress(
  tx: Tx,
  personId: number,
  id: number | null,
  address: NewAddress,
): Promise<number | null> {
  const values = { ...address, person_id: personId }
  const row =
    id === null
      ? await tx.insertInto('address').values(values).returning('id').executeTakeFirst()
      : await tx
          .updateTable('address')
          .set(address)
          .where('id', '=', id)
          .where('person_id', '=', personId)
          .returning('id')
          .executeTakeFirst()
  return row?.id ?? null
}

/** What the checkout starts with: this address where said, and no other; the caller holds the person. */
export async function writeDefaults(tx: Tx, personId: number, id: number, is: Defaults): Promise<void> {
  // First away, then there: at most one of each kind at any moment.
  await sql`
    update address set default_delivery = default_delivery and not ${is.delivery}::boolean,
      default_billing = default_billing and not ${is.billing}::boolean
    where person_id = ${personId} and id <> ${id} and (default_delivery or default_billing)`.execute(tx)
  await tx
    .updateTable('address')
    .set({ default_delivery: is.delivery, default_billing: is.billing })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .execute()
}

export async function removeAddress(tx: Tx, personId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('address')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
