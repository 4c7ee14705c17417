import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { type Address, isSameAddress, normaliseAddress } from '../../../lib/contact/address.ts'
import type { SavedAddress } from '../schemas.ts'
import type { Company, Person } from '../visitor.ts'
import { toAddressColumns, toPostalAddress } from './saved-address.ts'

/** A person, with the company whose addresses the person may use. */
type AddressReader = Pick<Person, 'id'> & { company: Pick<Company, 'id'> | null }

/**
 * A person's saved addresses and the company's, imported or shared: imported first, then defaults, then the person's own, the
 * newest first.
 */
export async function listAddresses(db: Db | Tx, person: AddressReader): Promise<SavedAddress[]> {
  const rows = await db
    .selectFrom('address')
    .selectAll()
    .select(
      sql<boolean>`default_delivery or id = (select default_company_address_id from person where id = ${person.id})`.as(
        'is_default_delivery',
      ),
    )
    .where(eb => eb.or([eb('person_id', '=', person.id), eb('company_id', '=', person.company?.id ?? -1)]))
    .orderBy('imported', 'desc')
    .orderBy(sql`is_default_delivery`, order => order.desc().nullsLast())
    .orderBy('default_billing', 'desc')
    .orderBy('company_id', order => order.asc().nullsFirst())
    .orderBy('id', 'desc')
    .limit(300)
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
    shared: row.company_id !== null && !row.imported,
    save_for_future: true,
    save_as_billing: row.billing,
    default_delivery: row.is_default_delivery ?? false,
    default_billing: row.default_billing,
  }))
}

/** An address is one person's, or shared with a company. */
export type AddressOwner = { personId: number } | { companyId: number }

const toOwnerColumns = (owner: AddressOwner) =>
  'personId' in owner
    ? { person_id: owner.personId, company_id: null }
    : { person_id: null, company_id: owner.companyId }

const isOwnedBy = (owner: AddressOwner) =>
  'personId' in owner
    ? sql<boolean>`person_id = ${owner.personId}`
    : sql<boolean>`company_id = ${owner.companyId} and not imported`

export async function countAddresses(tx: Tx, owner: AddressOwner): Promise<number> {
  const { count } = await tx
    .selectFrom('address')
    .select(eb => eb.fn.countAll<string>().as('count'))
    .where(isOwnedBy(owner))
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

/** Only the person's own: the company's stay as its head buyers, or its books, have them. */
async function setAsBilling(
  tx: Tx,
  person: Pick<AddressReader, 'id'>,
  addressIds: readonly number[],
): Promise<void> {
  await tx
    .updateTable('address')
    .set({ billing: true })
    .where('id', 'in', addressIds)
    .where('person_id', '=', person.id)
    .execute()
}

/**
 * Adds an address unless the person, or the company, has the same one, for whatever use and however it is written. The
 * person's own one becomes a billing address too when it is saved as one.
 */
export async function insertAddressIfNew(
  tx: Tx,
  person: AddressReader,
  address: Address,
  { billing }: Pick<AddressColumns, 'billing'>,
): Promise<void> {
  const saved = await listAddresses(tx, person)
  const same = saved.filter(each => isSameAddress(toPostalAddress(each), address)).map(({ id }) => id)
  if (same.length > 0) {
    if (billing) await setAsBilling(tx, person, same)
    return
  }
  await saveAddress(tx, { personId: person.id }, null, {
    ...toAddressColumns(normaliseAddress(address)),
    billing,
  })
}

/** Creates an address (`id` null) or updates one of the owner's. Returns its id; null: the owner has no such address. */
export async function saveAddress(
  tx: Tx,
  owner: AddressOwner,
  id: number | null,
  address: AddressColumns,
): Promise<number | null> {
  const values = { ...address, ...toOwnerColumns(owner) }
  const row =
    id === null
      ? await tx.insertInto('address').values(values).returning('id').executeTakeFirst()
      : await tx
          .updateTable('address')
          .set(address)
          .where('id', '=', id)
          .where(isOwnedBy(owner))
          .returning('id')
          .executeTakeFirst()
  return row?.id ?? null
}

/** Makes this address the person's default for delivery, or (null) none. The caller has locked the person. */
export async function setDefaultDelivery(tx: Tx, person: Person, id: number | null): Promise<void> {
  await sql`
    update address set default_delivery = false
    where person_id = ${person.id} and default_delivery and id is distinct from ${id}::int`.execute(tx)
  await sql`update address set default_delivery = true where person_id = ${person.id} and id = ${id}::int`.execute(
    tx,
  )
  await sql`
    update person set default_company_address_id =
      (select id from address where id = ${id}::int and company_id = ${person.company?.id ?? null}::int)
    where id = ${person.id}`.execute(tx)
}

/** Sets whether bills go to this address of the person by default. The caller has locked the person. */
export async function setDefaultBilling(
  tx: Tx,
  personId: number,
  id: number,
  isDefault: boolean,
): Promise<void> {
  // The old default is cleared first, because a unique index allows one.
  if (isDefault) {
    await sql`update address set default_billing = false
      where person_id = ${personId} and id <> ${id} and default_billing`.execute(tx)
  }
  await sql`update address set default_billing = ${isDefault} where person_id = ${personId} and id = ${id}`.execute(
    tx,
  )
}

/** The delivery service that the checkout preselects; null: none. */
export async function findUsualService(db: Db, personId: number): Promise<string | null> {
  const { rows } = await sql<{ service: string | null }>`
    select default_delivery_service as service from person where id = ${personId}`.execute(db)
  return rows[0]?.service ?? null
}

export async function setUsualService(tx: Tx, personId: number, service: string | null): Promise<void> {
  await sql`update person set default_delivery_service = ${service} where id = ${personId}`.execute(tx)
}

export async function deleteAddress(tx: Tx, owner: AddressOwner, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('address')
    .where('id', '=', id)
    .where(isOwnedBy(owner))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
