import { z } from 'zod'
import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { type CallContext, handle } from '../../../infra/http/handle.ts'
import { toPageResult } from '../../../infra/pages/render.ts'
import type { BodyOf } from '../../../lib/calls/call.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { wholeNumber } from '../../../lib/calls/validate.ts'
import { normaliseAddress } from '../../../lib/contact/address.ts'
import { validateDeliveryAddress } from '../../../lib/contact/address-checks.ts'
import { toActor } from '../actor.ts'
import { addAuditEntry } from '../audit.server.ts'
import { lockCompanyMembers } from '../company-queries.server.ts'
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
  saveUsualDelivery,
} from '../schemas.ts'
import { requirePerson, toLoginRedirect } from '../service.ts'
import { isHeadBuyer, type Person } from '../visitor.ts'
import { addressesPage } from './AddressesPage.tsx'
import { addressPage } from './AddressPage.tsx'
import {
  type AddressOwner,
  countAddresses,
  findUsualService,
  listAddresses,
  deleteAddress as removeAddress,
  saveAddress,
  setDefaultBilling,
  setDefaultDelivery,
  setUsualService,
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

/** The person's saved addresses and the company's: head buyers change those that are shared, and only staff imported ones. */
export function addressRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, pages, countries, usualServices } = deps
  const { db, now } = context

  handle(
    app,
    listSavedAddresses,
    async ({ request }) => listAddresses(db, await requirePerson(visitors, request)),
    { withMarkerOnly: true },
  )

  const renderAddresses = async (person: Person, errors: FieldErrors = {}) => {
    const [addresses, service] = await Promise.all([
      listAddresses(db, person),
      findUsualService(db, person.id),
    ])
    const props = {
      navigation: toAccountNavigation(person),
      company: person.company?.name ?? null,
      canShare: isHeadBuyer(person),
      addresses,
      services: usualServices,
      service: service ?? '',
      errors,
    }
    return toPageResult(addressesPage, props, { title: 'Your addresses', noindex: true })
  }

  pages.get(addressesUrl, {}, async ({ request }) => {
    const { person } = await visitors.get(request)
    return person ? renderAddresses(person) : toLoginRedirect(request)
  })

  const renderForm = (
    person: Person,
    id: number | null,
    values: AddressFormValues,
    errors: FieldErrors = {},
  ) =>
    toPageResult(
      addressPage,
      {
        navigation: toAccountNavigation(person),
        id,
        company: isHeadBuyer(person) ? (person.company?.name ?? null) : null,
        values,
        countries,
        errors,
      },
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
    return renderForm(person, params.id, toFormValues(await getEditableAddress(person, params.id)))
  })

  // Addresses of other people, imported ones and, for buyers, shared ones do not exist for the forms (R-CALL-6).
  const getEditableAddress = async (person: Person, addressId: number): Promise<SavedAddress> => {
    const addresses = await listAddresses(db, person)
    const address = addresses.find(one => one.id === addressId && !one.imported)
    if (!address || (address.shared && !isHeadBuyer(person))) throw new Problem(404)
    return address
  }

  const toOwner = (person: Person, isShared: boolean): AddressOwner =>
    isShared ? { companyId: person.company!.id } : { personId: person.id }

  const addSharedEntry = async (tx: Tx, person: Person, isShared: boolean, action: string) => {
    if (!isShared) return
    const entry = { actor: toActor(person.id), subject: `company ${person.company!.id}`, now: now() }
    await addAuditEntry(tx, { ...entry, action })
  }

  /** Creates an address, or updates `stored`. Returns its id. */
  const save = async (person: Person, stored: SavedAddress | null, form: AddressForm) =>
    inTransaction(db, async tx => {
      const isShared = stored?.shared ?? form.shared
      const owner = toOwner(person, isShared)
      if (isShared) await lockCompanyMembers(tx, person.company!.id)
      await lockActivePerson(tx, person.id)
      if (stored === null && (await countAddresses(tx, owner)) >= maxAddresses) return 'too_many'
      const columns = {
        ...toAddressColumns(normaliseAddress(form)),
        billing: !isShared && (form.default_billing || stored?.billing === true),
      }
      const addressId = await saveAddress(tx, owner, stored?.id ?? null, columns)
      if (addressId === null) throw new Problem(404)
      await addSharedEntry(tx, person, isShared, stored ? 'shared address changed' : 'shared address added')
      if (form.default_delivery) await setDefaultDelivery(tx, person, addressId)
      else if (stored?.default_delivery) await setDefaultDelivery(tx, person, null)
      if (!isShared) await setDefaultBilling(tx, person.id, addressId, form.default_billing)
      return addressId
    })

  const add = async ({ body, request, reply }: CallContext<typeof addAddress>) => {
    const person = await requirePerson(visitors, request)
    if (body.shared && !isHeadBuyer(person)) throw new Problem(403, savedAddressMessages.notShared)
    const reject = (errors: FieldErrors) =>
      rejectForm(deps, { request, reply }, errors, () => renderForm(person, null, body, errors))
    const errors = validateDeliveryAddress(body, countries)
    if (Object.keys(errors).length > 0) return reject(errors)
    const result = await save(person, null, body)
    if (result === 'too_many') return reject({ firstname: savedAddressMessages.tooMany })
    return { success: true, next_url: addressesUrl, id: result }
  }
  handle(app, addAddress, add, accountFormOptions(deps, savedAddressMessages.added))

  const change = async ({ body, params, request, reply }: CallContext<typeof changeAddress>) => {
    const person = await requirePerson(visitors, request)
    const address = await getEditableAddress(person, params.id)
    const errors = validateDeliveryAddress(body, countries)
    if (Object.keys(errors).length > 0) {
      return rejectForm(deps, { request, reply }, errors, () =>
        renderForm(person, params.id, { ...body, shared: address.shared }, errors),
      )
    }
    await save(person, address, body)
    return { success: true, next_url: addressesUrl }
  }
  handle(app, changeAddress, change, accountFormOptions(deps, savedAddressMessages.changed))

  const remove = async ({ params, request }: CallContext<typeof deleteAddress>) => {
    const person = await requirePerson(visitors, request)
    const { shared } = await getEditableAddress(person, params.id)
    const isDeleted = await inTransaction(db, async tx => {
      if (!(await removeAddress(tx, toOwner(person, shared), params.id))) return false
      await addSharedEntry(tx, person, shared, 'shared address deleted')
      return true
    })
    if (!isDeleted) throw new Problem(404)
    return { success: true, next_url: addressesUrl }
  }
  handle(app, deleteAddress, remove, accountFormOptions(deps, savedAddressMessages.deleted))

  const saveUsual = async ({ body, request, reply }: CallContext<typeof saveUsualDelivery>) => {
    const person = await requirePerson(visitors, request)
    if (body.service !== '' && !usualServices.some(({ code }) => code === body.service)) {
      const errors = { service: savedAddressMessages.noService }
      return rejectForm(deps, { request, reply }, errors, () => renderAddresses(person, errors))
    }
    const addresses = await listAddresses(db, person)
    const address = addresses.find(one => String(one.id) === body.address)
    if (body.address !== '' && !address) throw new Problem(404)
    await inTransaction(db, async tx => {
      await lockActivePerson(tx, person.id)
      await setDefaultDelivery(tx, person, address?.id ?? null)
      await setUsualService(tx, person.id, body.service || null)
    })
    return { success: true, next_url: addressesUrl }
  }
  handle(app, saveUsualDelivery, saveUsual, accountFormOptions(deps, savedAddressMessages.usualSaved))
}
