import type { Tx } from '../../../infra/app-context.ts'
import { inTransaction } from '../../../infra/database/db.ts'
import { handle } from '../../../infra/http/handle.ts'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Problem } from '../../../lib/calls/problem.ts'
import { normaliseAddress } from '../../../lib/contact/address.ts'
import { validateDeliveryAddress } from '../../../lib/contact/address-checks.ts'
import { toActor } from '../actor.ts'
import { addAuditEntry } from '../audit.server.ts'
import type { AccountRouteDeps } from '../deps.server.ts'
import { goTo, handleAccountForm } from '../forms.server.ts'
import { savedAddressMessages } from '../messages.ts'
import { lockActivePerson, lockCompanyMembers } from '../queries.ts'
import {
  type AddressForm,
  addAddress,
  changeAddress,
  deleteAddress,
  listSavedAddresses,
  type SavedAddress,
  saveUsualDelivery,
} from '../schemas.ts'
import { getAccountPage, requirePerson, toAccountPage } from '../service.ts'
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
import { createFormValues, maxAddresses, toAddressColumns, toFormValues } from './saved-address.ts'

const addressesUrl = '/account/addresses'

/** The person's saved addresses and the company's: head buyers change those that are shared, and only staff imported ones. */
export function addressRoutes(deps: AccountRouteDeps): void {
  const { app, context, visitors, countries, listUsualServices } = deps
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
    return toAccountPage(person, addressesPage, 'Your addresses', {
      company: person.company?.name ?? null,
      canShare: isHeadBuyer(person),
      addresses,
      services: listUsualServices(),
      service: service ?? '',
      errors,
    })
  }

  const renderForm = (person: Person, id: number | null, values: AddressForm, errors: FieldErrors = {}) => {
    const company = isHeadBuyer(person) ? (person.company?.name ?? null) : null
    const title = id === null ? 'Add an address' : 'Edit the address'
    return toAccountPage(person, addressPage, title, { id, company, values, countries, errors })
  }

  getAccountPage(deps, addressesUrl, {}, ({ person }) => renderAddresses(person))
  getAccountPage(deps, `${addressesUrl}/new`, {}, ({ person }) =>
    renderForm(person, null, createFormValues(person)),
  )
  getAccountPage(deps, `${addressesUrl}/:id`, changeAddress, async ({ person, params: { id } }) =>
    renderForm(person, id, toFormValues(await getEditableAddress(person, id))),
  )

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

  handleAccountForm(deps, addAddress, savedAddressMessages.added, async ({ person, body, reject }) => {
    if (body.shared && !isHeadBuyer(person)) throw new Problem(403, savedAddressMessages.notShared)
    const rejectFields = (errors: FieldErrors) => reject(errors, () => renderForm(person, null, body, errors))
    const errors = validateDeliveryAddress(body, countries)
    if (Object.keys(errors).length > 0) return rejectFields(errors)
    const id = await save(person, null, body)
    if (id === 'too_many') return rejectFields({ firstname: savedAddressMessages.tooMany })
    return { ...goTo(addressesUrl), id }
  })

  handleAccountForm(
    deps,
    changeAddress,
    savedAddressMessages.changed,
    async ({ person, body, params: { id }, reject }) => {
      const address = await getEditableAddress(person, id)
      const errors = validateDeliveryAddress(body, countries)
      if (Object.keys(errors).length > 0)
        return reject(errors, () => renderForm(person, id, { ...body, shared: address.shared }, errors))
      await save(person, address, body)
      return goTo(addressesUrl)
    },
  )

  handleAccountForm(deps, deleteAddress, savedAddressMessages.deleted, async ({ person, params: { id } }) => {
    const { shared } = await getEditableAddress(person, id)
    await inTransaction(db, async tx => {
      if (!(await removeAddress(tx, toOwner(person, shared), id))) throw new Problem(404)
      await addSharedEntry(tx, person, shared, 'shared address deleted')
    })
    return goTo(addressesUrl)
  })

  handleAccountForm(
    deps,
    saveUsualDelivery,
    savedAddressMessages.usualSaved,
    async ({ person, body, reject }) => {
      if (body.service !== '' && !listUsualServices().some(({ code }) => code === body.service)) {
        const errors = { service: savedAddressMessages.noService }
        return reject(errors, () => renderAddresses(person, errors))
      }
      const addresses = await listAddresses(db, person)
      const address = addresses.find(({ id }) => String(id) === body.address)
      if (body.address !== '' && !address) throw new Problem(404)
      await inTransaction(db, async tx => {
        await lockActivePerson(tx, person.id)
        await setDefaultDelivery(tx, person, address?.id ?? null)
        await setUsualService(tx, person.id, body.service || null)
      })
      return goTo(addressesUrl)
    },
  )
}
