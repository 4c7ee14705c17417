import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../infra/app-context.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import type { BodyOf, Call, Route } from '../../lib/calls/call.ts'
import { or404 } from '../../lib/calls/problem.ts'
import { type Address, emptyAddress, normaliseAddress } from '../../lib/contact/address.ts'
import { validateAddress, validateDeliveryAddress } from '../../lib/contact/address-checks.ts'
import type { Country } from '../../lib/contact/countries.ts'
import {
  maxAddresses,
  splitName,
  toAddressColumns,
  toPostalAddress,
} from '../accounts/addresses/saved-address.ts'
import type { SavedAddress } from '../accounts/schemas.ts'
import {
  type AddressOwner,
  countAddresses,
  deleteAddress,
  listAddresses,
  lockPerson,
  saveAddress,
} from '../accounts/service.ts'
import { type AdminDeps, addAdminPage, noRejection, type Rejection } from '../back-office/service.ts'
import { changed, createStaffAction, done, invalid } from '../back-office/staff-action.server.ts'
import { type AddressKind, customerAddressPage } from './CustomerAddressPage.tsx'
import type { CustomerCompany } from './company-form.ts'
import { getCompany, lockCompany, toAuditSubject } from './company-routes.server.ts'
import { customerRights, customersUrl, toCompanyUrl, toPersonUrl } from './customer.ts'
import { getCustomer } from './people-routes.server.ts'
import { toPersonSubject } from './queries.ts'
import {
  type AddressParams,
  addCompanyAddress,
  addPersonAddress,
  changeCompanyAddress,
  changePersonAddress,
  removeCompanyAddress,
  removePersonAddress,
} from './schemas.ts'

/** Whose addresses they are: a company's account, or one person. */
interface AddressBook {
  subject: string
  name: string
  version: number
  /** Of the page that lists them. */
  url: string
  reader: Parameters<typeof listAddresses>[1]
  newAddress: Address
  kinds: Record<AddressKind, string>
  toOwner: (kind: AddressKind) => AddressOwner
}

/** `stored`: null: a new one. */
type AddressTarget = AddressBook & { stored: SavedAddress | null }

interface AddressState {
  kind: AddressKind
  values: Address
}

type AddressDeps = AdminDeps & { countries: readonly Country[] }

/** The addresses of a company: its account's billing addresses, and those that all its people have goods sent to (R-CUSTOMER-7). */
export function companyAddressRoutes(app: FastifyInstance, deps: AddressDeps): void {
  const toBook = (company: CustomerCompany): AddressBook => ({
    ...toAuditSubject(company),
    version: company.version,
    url: toCompanyUrl(company.accountNumber),
    reader: { id: -1, company },
    newAddress: { ...emptyAddress, company: company.name },
    kinds: {
      billing: 'Billing address of the account',
      delivery: 'Delivery address for everybody there',
    },
    toOwner: kind => ({ companyId: company.id, isOfAccount: kind === 'billing' }),
  })
  addressRoutes(app, deps, {
    url: `${customersUrl}/:account`,
    calls: { add: addCompanyAddress, change: changeCompanyAddress, remove: removeCompanyAddress },
    find: async (db, { account }) => toBook(await getCompany(db, account!)),
    lock: async (tx, { reader }) => toBook(await lockCompany(tx, reader.company!.id)),
  })
}

/** The addresses of one person, which the checkout offers to that person alone (R-CUSTOMER-10). */
export function personAddressRoutes(app: FastifyInstance, deps: AddressDeps): void {
  const find = async (db: Db | Tx, id: number): Promise<AddressBook> => {
    const { name, email, version, telephone } = await getCustomer(db, id)
    return {
      ...{ subject: toPersonSubject(id), name: name || email, version, url: toPersonUrl(id) },
      reader: { id, company: null },
      newAddress: { ...emptyAddress, ...splitName(name), telephone },
      kinds: { billing: 'Billing address', delivery: 'Delivery address' },
      toOwner: () => ({ personId: id }),
    }
  }
  addressRoutes(app, deps, {
    url: `${customersUrl}/people/:id`,
    calls: { add: addPersonAddress, change: changePersonAddress, remove: removePersonAddress },
    find: (db, { id }) => find(db, id!),
    lock: async (tx, { reader: { id } }) => {
      await lockPerson(tx, id)
      return find(tx, id)
    },
  })
}

type AnyRoute<C extends Call> = Omit<C, 'route'> & { route: Route }

interface AddressPages {
  url: `/admin/customers/${string}`
  calls: {
    add: AnyRoute<typeof addCompanyAddress>
    change: AnyRoute<typeof changeCompanyAddress>
    remove: AnyRoute<typeof removeCompanyAddress>
  }
  find: (db: Db, params: AddressParams) => Promise<AddressBook>
  lock: (tx: Tx, book: AddressBook) => Promise<AddressBook>
}

function addressRoutes(
  app: FastifyInstance,
  deps: AddressDeps,
  { url, calls: { add, change, remove }, find, lock }: AddressPages,
): void {
  const { countries } = deps
  const { db } = deps.context
  const right = customerRights

  const load = async (params: AddressParams): Promise<AddressTarget> => {
    const book = await find(db, params)
    const { address: id } = params
    return { ...book, stored: id === undefined ? null : or404(await findStored(db, book, id)) }
  }

  const renderForm = (target: AddressTarget, typed: AddressState | undefined, rejection: Rejection) => {
    const { stored, name, kinds, newAddress } = target
    const title = stored ? 'Change the address' : 'Add an address'
    const props = {
      title,
      customer: { name, url: target.url },
      url: `${target.url}/addresses${stored ? `/${stored.id}` : ''}`,
      version: String(target.version),
      isNew: !stored,
      kinds,
      kind: stored ? toKind(stored) : (typed?.kind ?? 'billing'),
      values: typed?.values ?? (stored ? toPostalAddress(stored) : newAddress),
      countries,
      ...rejection,
    }
    const head = { title: `${title}: ${name}`, errors: rejection.errors }
    return toPageResult(customerAddressPage, props, head)
  }

  for (const [path, { params }] of [
    ['new', add],
    [':address', change],
  ] as const)
    addAdminPage(deps, `${url}/addresses/${path}`, { right, params }, async page =>
      renderForm(await load(page.params), undefined, noRejection),
    )

  const addressAction = createStaffAction(app, deps, {
    right,
    load,
    lock: async (tx, target): Promise<AddressTarget> => {
      const book = await lock(tx, target)
      return { ...book, stored: target.stored && (await findStored(tx, book, target.stored.id)) }
    },
    toSubject: book => book,
    toUrl: ({ params: { account, id } }) =>
      `${account === undefined ? toPersonUrl(id!) : toCompanyUrl(account)}#addresses`,
    render: async (target, typed: AddressState | undefined, rejection) =>
      renderForm(target, typed, rejection),
  })

  const typed = ({ body }: { body: BodyOf<typeof addCompanyAddress> }): AddressState => ({
    kind: body.kind,
    values: body,
  })
  const validate = (kind: AddressKind, address: Address) => ({
    errors: (kind === 'billing' ? validateAddress : validateDeliveryAddress)(address, countries),
  })
  const toResult = (action: 'added' | 'changed' | 'removed', kind: AddressKind, id: number) =>
    done(messages[action], { action: `address ${action}`, detail: `${kind} address ${id}` })

  addressAction(add, {
    typed,
    validate: ({ body }) => validate(body.kind, body),
    change: async (tx, { body }, { toOwner }) => {
      const owner = toOwner(body.kind)
      if ((await countAddresses(tx, owner)) >= maxAddresses)
        return invalid({ firstname: `Up to ${maxAddresses} addresses are stored. Remove one first.` })
      return toResult('added', body.kind, (await saveAddress(tx, owner, null, toColumns(body, body.kind)))!)
    },
  })

  addressAction(change, {
    typed,
    validate: ({ body, target: { stored } }) => validate(toKind(stored!), body),
    isPossible: ({ stored }) => stored !== null,
    change: async (tx, { body }, { toOwner, stored }) => {
      const kind = toKind(stored!)
      await saveAddress(tx, toOwner(kind), stored!.id, toColumns(body, kind))
      return toResult('changed', kind, stored!.id)
    },
  })

  addressAction(remove, {
    isPossible: ({ stored }) => stored !== null,
    change: async (tx, _form, { toOwner, stored }) => {
      const kind = toKind(stored!)
      const isRemoved = await deleteAddress(tx, toOwner(kind), stored!.id)
      return isRemoved ? toResult('removed', kind, stored!.id) : changed
    },
  })
}

const messages = {
  added: 'The address has been added.',
  changed: 'The changes of the address are saved.',
  removed: 'The address has been removed.',
}

async function findStored(db: Db | Tx, { reader }: AddressBook, id: number): Promise<SavedAddress | null> {
  const addresses = await listAddresses(db, reader)
  return addresses.find(address => address.id === id) ?? null
}

/** Of a company its account's are for billing, and those that its people share are not. */
const toKind = ({ imported, shared, billing }: SavedAddress): AddressKind =>
  imported || (billing && !shared) ? 'billing' : 'delivery'

const toColumns = (address: Address, kind: AddressKind) => ({
  ...toAddressColumns(normaliseAddress(address)),
  billing: kind === 'billing',
})
