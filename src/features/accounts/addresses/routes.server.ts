import { z } from 'zod'
import { inTransaction } from '../../../infra/database/db.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import { normaliseAddress } from '../../../lib/address.ts'
import { validateAddress } from '../../../lib/address-checks.ts'
import type { BodyOf } from '../../../lib/call.ts'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import { Problem } from '../../../lib/problem.ts'
import { wholeNumber } from '../../../lib/validate.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { accountFormOptions, rejectForm } from '../forms.server.ts'
import { savedAddressMessages } from '../messages.ts'
import { toAccountNavigation } from '../navigation.ts'
import { lockActivePerson } from '../queries.ts'
import {
  addAddress,
  changeAddress,
  deleteAddress,
  listSavedAddresses,
  type SavedAddress,
} from '../schemas.ts'
import { requirePerson, toLoginRedirect } from '../service.ts'
import type { Person } from '../visitor.ts'
import { addressesPage } from './AddressesPage.tsx'
import { addressPage } from './AddressPage.tsx'
import {
  countAddresses,
  deletePersonAddress,
  listAddresses,
  saveAddress,
  setDefaultAddress,
} from './queries.ts'
import {
  type AddressFormValues,
  createFormValues,
  maxAddresses,
  toAddressColumns,
  toFormValues,
} from './saved-address.ts'

const addressesUrl = '/account/addresses'

type AddressForm = BodyOf<typeof addAddress>

/** The person's saved addresses. Imported ones of the company are listed, but cannot be changed. */
export function addressRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages, countries } = deps
  const { db } = context

  handle(
    app,
    listSavedAddresses,
    async ({ request }) => listAddresses(db, await requirePerson(visitors, request)),
    { withMarkerOnly: true },
  )

  pages.get(addressesUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const addresses = await listAddresses(db, person)
    const props = { navigation: toAccountNavigation(person), addresses }
    return toPageResult(addressesPage, props, { title: 'Your addresses', noindex: true })
  })

  const renderForm = (
    person: Person,
    id: number | null,
    values: AddressFormValues,
    errors: FieldErrors = {},
  ) =>
    toPageResult(
      addressPage,
      { navigation: toAccountNavigation(person), id, values, countries, errors },
      { title: id === null ? 'Add an address' : 'Edit the address', noindex: true },
    )

  pages.get(`${addressesUrl}/new`, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return person ? renderForm(person, null, createFormValues(person)) : toLoginRedirect(request)
  })

  const id = wholeNumber(1, 2_147_483_647)
  pages.get(`${addressesUrl}/:id`, { params: z.object({ id }) }, async ({ params, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    return renderForm(person, params.id, toFormValues(await getOwnAddress(person, params.id)))
  })

  // Neither addresses of other people nor imported ones exist for the forms (R-CALL-6).
  const getOwnAddress = async (person: Person, addressId: number): Promise<SavedAddress> => {
    const addresses = await listAddresses(db, person)
    const address = addresses.find(one => one.id === addressId && !one.imported)
    if (!address) throw new Problem(404)
    return address
  }

  /** Creates an address, or updates `stored`. Returns its id. */
  const save = async (person: Person, stored: SavedAddress | null, form: AddressForm) =>
    inTransaction(db, async tx => {
      await lockActivePerson(tx, person.id)
      if (stored === null && (await countAddresses(tx, person.id)) >= maxAddresses) return 'too_many'
      const columns = {
        ...toAddressColumns(normaliseAddress(form)),
        billing: form.default_billing || stored?.billing === true,
      }
      const addressId = await saveAddress(tx, person.id, stored?.id ?? null, columns)
      if (addressId === null) throw new Problem(404)
      const defaults = { delivery: form.default_delivery, billing: form.default_billing }
      await setDefaultAddress(tx, person.id, addressId, defaults)
      return addressId
    })

  const add = async ({ body, request, reply }: CallContext<typeof addAddress>) => {
    const person = await requirePerson(visitors, request)
    const reject = (errors: FieldErrors) =>
      rejectForm(deps, { request, reply }, errors, () => renderForm(person, null, body, errors))
    const errors = validateAddress(body, countries)
    if (Object.keys(errors).length > 0) return reject(errors)
    const result = await save(person, null, body)
    if (result === 'too_many') return reject({ firstname: savedAddressMessages.tooMany })
    return { success: true, next_url: addressesUrl, id: result }
  }
  handle(app, addAddress, add, accountFormOptions(deps, savedAddressMessages.added))

  const change = async ({ body, params, request, reply }: CallContext<typeof changeAddress>) => {
    const person = await requirePerson(visitors, request)
    const address = await getOwnAddress(person, params.id)
    const errors = validateAddress(body, countries)
    if (Object.keys(errors).length > 0) {
      return rejectForm(deps, { request, reply }, errors, () => renderForm(person, params.id, body, errors))
    }
    await save(person, address, body)
    return { success: true, next_url: addressesUrl }
  }
  handle(app, changeAddress, change, accountFormOptions(deps, savedAddressMessages.changed))

  const remove = async ({ params, request }: CallContext<typeof deleteAddress>) => {
    const person = await requirePerson(visitors, request)
    const isDeleted = await inTransaction(db, tx => deletePersonAddress(tx, person.id, params.id))
    if (!isDeleted) throw new Problem(404)
    return { success: true, next_url: addressesUrl }
  }
  handle(app, deleteAddress, remove, accountFormOptions(deps, savedAddressMessages.deleted))
}
