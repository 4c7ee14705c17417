import type { FastifyInstance } from 'fastify'
import type { Db, Tx } from '../../infra/app-context.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import type { BodyOf, Call, Route } from '../../lib/calls/call.ts'
import { Problem } from '../../lib/calls/problem.ts'
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
  findCustomerLogin,
  listAddresses,
  lockPerson,
  saveAddress,
} from '../accounts/service.ts'
import { type AdminDeps, addAdminPage, type Rejection } from '../back-office/service.ts'
import { changed, createStaffAction, done, invalid } from '../back-office/staff-action.server.ts'
import { type AddressKind, customerAddressPage } from './CustomerAddressPage.tsx'
import { getCompany, lockCompany, toAuditSubject } from './company-routes.server.ts'
import { customerRights, customersUrl, toCompanyUrl, toPersonUrl } from './customer.ts'
import { type CustomerCompany, toPersonSubject } from './queries.ts'
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
  toKind: (address: SavedAddress) => AddressKind
  toOwner: (kind: AddressKind) => AddressOwner
}

interface AddressTarget {
  book: AddressBook
  version: number
  /** Null: a new one. */
  stored: SavedAddress | null
}

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
    toKind: ({ imported }) => (imported ? 'billing' : 'delivery'),
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
    const person = await findCustomerLogin(db, id)
    if (!person || person.isStaff) throw new Problem(404)
    const { name, email, version, telephone } = person
    return {
      ...{ subject: toPersonSubject(id), name: name || email, version, url: toPersonUrl(id) },
      reader: { id, company: null },
      newAddress: { ...emptyAddress, ...splitName(name), telephone },
      kinds: { billing: 'Billing address', delivery: 'Delivery address' },
      toKind: ({ billing }) => (billing ? 'billing' : 'delivery'),
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
    const stored = await findStored(db, book, params.address)
    if (params.address !== undefined && !stored) throw new Problem(404)
    return { book, version: book.version, stored }
  }

  const renderForm = (
    { book, version, stored }: AddressTarget,
    typed?: AddressState,
    { notice, errors }: Rejection = { notice: null, errors: {} },
  ) => {
    const title = stored ? 'Change the address' : 'Add an address'
    const props = {
      title,
      customer: { name: book.name, url: book.url },
      url: `${book.url}/addresses${stored ? `/${stored.id}` : ''}`,
      version: String(version),
      isNew: !stored,
      kinds: book.kinds,
      kind: stored ? book.toKind(stored) : (typed?.kind ?? 'billing'),
      values: typed?.values ?? (stored ? toPostalAddress(stored) : book.newAddress),
      countries,
      notice,
      errors,
    }
    return toPageResult(customerAddressPage, props, { title: `${title}: ${book.name}`, errors })
  }

  addAdminPage(deps, `${url}/addresses/new`, { right, params: add.params }, async ({ params }) =>
    renderForm(await load(params)),
  )
  addAdminPage(deps, `${url}/addresses/:address`, { right, params: change.params }, async ({ params }) =>
    renderForm(await load(params)),
  )

  const addressAction = createStaffAction(app, deps, {
    load,
    lock: async (tx, target): Promise<AddressTarget> => {
      const book = await lock(tx, target.book)
      return { book, version: book.version, stored: await findStored(tx, book, target.stored?.id) }
    },
    toSubject: ({ book }) => book,
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
  const toAudit = (action: string, kind: AddressKind, id: number) => ({
    action,
    detail: `${kind} address ${id}`,
  })

  addressAction(add, {
    right,
    typed,
    validate: ({ body }) => validate(body.kind, body),
    change: async (tx, { body }, { book }) => {
      const owner = book.toOwner(body.kind)
      if ((await countAddresses(tx, owner)) >= maxAddresses)
        return invalid({ firstname: `Up to ${maxAddresses} addresses are stored. Remove one first.` })
      const id = (await saveAddress(tx, owner, null, toColumns(body, body.kind)))!
      return done('The address has been added.', toAudit('address added', body.kind, id))
    },
  })

  addressAction(change, {
    right,
    typed,
    validate: ({ body, target: { book, stored } }) => validate(book.toKind(stored!), body),
    isPossible: ({ stored }) => stored !== null,
    change: async (tx, { body }, { book, stored }) => {
      const { id } = stored!
      const kind = book.toKind(stored!)
      await saveAddress(tx, book.toOwner(kind), id, toColumns(body, kind))
      return done('The changes of the address are saved.', toAudit('address changed', kind, id))
    },
  })

  addressAction(remove, {
    right,
    isPossible: ({ stored }) => stored !== null,
    change: async (tx, _form, { book, stored }) => {
      const { id } = stored!
      const kind = book.toKind(stored!)
      if (!(await deleteAddress(tx, book.toOwner(kind), id))) return changed
      return done('The address has been removed.', toAudit('address removed', kind, id))
    },
  })
}

async function findStored(db: Db | Tx, { reader }: AddressBook, id: number | undefined) {
  const addresses = id === undefined ? [] : await listAddresses(db, reader)
  return addresses.find(address => address.id === id) ?? null
}

const toColumns = (address: Address, kind: AddressKind) => ({
  ...toAddressColumns(normaliseAddress(address)),
  billing: kind === 'billing',
})
