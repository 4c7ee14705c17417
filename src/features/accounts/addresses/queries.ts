import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/app-context.ts'
import { changesRow, execute, findValue, getValue, selectRows } from '../../../infra/database/query.ts'
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
export const listAddresses = (db: Db | Tx, person: AddressReader): Promise<SavedAddress[]> =>
  selectRows(db)<SavedAddress>`
    select id, firstname, surname, company, line_1, line_2, line_3, line_4, postcode, country, telephone, billing,
      imported, company_id is not null and not imported as shared, true as save_for_future,
      billing as save_as_billing, default_billing, coalesce(default_delivery or id =
        (select default_company_address_id from person where id = ${person.id}), false) as default_delivery
    from address where person_id = ${person.id} or company_id = ${person.company?.id ?? -1}
    order by imported desc, default_delivery desc, default_billing desc, company_id nulls first, id desc
    limit 300`

/** Those of a company that all its people use. */
export const listCompanyAddresses = (db: Db | Tx, companyId: number): Promise<SavedAddress[]> =>
  listAddresses(db, { id: -1, company: { id: companyId } })

/** An address is one person's, or shared with a company, or a billing address of its account, which staff alone change. */
export type AddressOwner = { personId: number } | { companyId: number; isOfAccount?: boolean }

const toOwnerColumns = (owner: AddressOwner) =>
  'personId' in owner
    ? { person_id: owner.personId, company_id: null }
    : { person_id: null, company_id: owner.companyId, imported: owner.isOfAccount ?? false }

const isOwnedBy = (owner: AddressOwner) =>
  'personId' in owner
    ? sql<boolean>`person_id = ${owner.personId}`
    : sql<boolean>`company_id = ${owner.companyId} and imported = ${owner.isOfAccount ?? false}`

export const countAddresses = (tx: Tx, owner: AddressOwner): Promise<number> =>
  getValue(tx)<number>`
    select count(*)::int as count from address where ${isOwnedBy(owner)}`

type AddressColumns = ReturnType<typeof toAddressColumns> & { billing: boolean }

/** Only the person's own: the company's stay as its head buyers, or its books, have them. */
const setAsBilling = (tx: Tx, person: Pick<AddressReader, 'id'>, addressIds: readonly number[]) =>
  execute(tx)`
    update address set billing = true where id = any(${addressIds}) and person_id = ${person.id}`

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
export const findUsualService = (db: Db, personId: number): Promise<string | null> =>
  findValue(db)<string>`
    select default_delivery_service as service from person where id = ${personId}`

export const setUsualService = (tx: Tx, personId: number, service: string | null): Promise<void> =>
  execute(tx)`update person set default_delivery_service = ${service} where id = ${personId}`

export const deleteAddress = (tx: Tx, owner: AddressOwner, id: number): Promise<boolean> =>
  changesRow(tx)`
    delete from address where id = ${id} and ${isOwnedBy(owner)}`
