import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import type { SavedAddress } from '../schemas.ts'
import type { Person } from '../visitor.ts'

/** A person's saved addresses and the imported ones of the company: imported first, then defaults, then the newest. */
export async function listAddresses(db: Db | Tx, person: Person): Promise<SavedAddress[]> {
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

export interface AddressColumns {
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

/** Adds an address unless the person has an identical one. */
export async function insertAddressIfNew(tx: Tx, personId: number, address: AddressColumns): Promise<void> {
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

export interface AddressDefaults {
  delivery: boolean
  billing: boolean
}

/** Creates an address (`id` null) or updates one of the person's. Returns its id; null: the person has no such address. */
export async function saveAddress(
  tx: Tx,
  personId: number,
  id: number | null,
  address: AddressColumns,
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

/** Sets whether checkout starts with this address, instead of any other. The caller has locked the person. */
export async function setDefaultAddress(
  tx: Tx,
  personId: number,
  id: number,
  defaults: AddressDefaults,
): Promise<void> {
  // The old default is cleared first, because a unique index allows one of each kind.
  await sql`
    update address set default_delivery = default_delivery and not ${defaults.delivery}::boolean,
      default_billing = default_billing and not ${defaults.billing}::boolean
    where person_id = ${personId} and id <> ${id} and (default_delivery or default_billing)`.execute(tx)
  await tx
    .updateTable('address')
    .set({ default_delivery: defaults.delivery, default_billing: defaults.billing })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .execute()
}

export async function deletePersonAddress(tx: Tx, personId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('address')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
