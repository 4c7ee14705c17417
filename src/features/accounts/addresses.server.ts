import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../infra/database/db.ts'
import { handle } from '../../infra/http/handle.ts'
import { show } from '../../infra/pages/render.ts'
import { type Address, normaliseAddress } from '../../lib/address.ts'
import { checkAddress } from '../../lib/address-checks.ts'
import type { BodyOf } from '../../lib/call.ts'
import type { Errors } from '../../lib/field-checks.ts'
import { Problem } from '../../lib/problem.ts'
import { wholeNumber } from '../../lib/validate.ts'
import { addressesPage } from './AddressesPage.tsx'
import { addressPage } from './AddressPage.tsx'
import {
  addressesOf,
  countAddresses,
  type NewAddress,
  removeAddress,
  writeAddress,
  writeDefaults,
} from './address-queries.server.ts'
import { areaOf } from './area.ts'
import { savedAddressWords as words } from './messages.ts'
import { holdPerson } from './queries.ts'
import { type AccountRoom, refuseForm } from './room.server.ts'
import { type Entry, emptyEntry, entryOf, mostAddresses } from './saved-address.ts'
import { addAddress, changeAddress, deleteAddress, readAddresses, type SavedAddress } from './schemas.ts'
import { requirePerson, toLogin } from './service.ts'
import type { Person } from './visitor.ts'

const addressesUrl = '/account/addresses'

type Form = BodyOf<typeof addAddress>

/** A person's saved addresses. Those of his company's books are shown, and are not his to change. */
export function addressRoutes(room: AccountRoom): void {
  const { app, context, visitors, pages, countries } = room
  const { db } = context

  handle(app, readAddresses, async ({ request }) => addressesOf(db, await requirePerson(visitors, request)), {
    withMarkerOnly: true,
  })

  pages.get(addressesUrl, {}, async ({ request }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    const addresses = await addressesOf(db, person)
    const props = { area: areaOf(person), addresses }
    return show(addressesPage, props, { title: 'Your addresses', noindex: true })
  })

  const screen = (person: Person, id: number | null, entry: Entry, errors: Errors = {}) =>
    show(
      addressPage,
      { area: areaOf(person), id, entry, countries, errors },
      { title: id === null ? 'Add an address' : 'Edit the address', noindex: true },
    )

  pages.get(`${addressesUrl}/new`, {}, async ({ request }) => {
    const { person } = await visitors.of(request)
    return person ? screen(person, null, emptyEntry(person)) : toLogin(request)
  })

  const id = wholeNumber(1, 2_147_483_647)
  pages.get(`${addressesUrl}/:id`, { params: z.object({ id }) }, async ({ params, request }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    return screen(person, params.id, entryOf(await ownAddress(person, params.id)))
  })

  // His own, and none of the books: everything else does not exist for him.
  const ownAddress = async (person: Person, wanted: number): Promise<SavedAddress> => {
    const found = (await addressesOf(db, person)).find(address => address.id === wanted && !address.imported)
    if (!found) throw new Problem(404)
    return found
  }

  const write = async (person: Person, wanted: SavedAddress | null, body: Form) =>
    inTransaction(db, async tx => {
      await holdPerson(tx, person.id)
      if (wanted === null && (await countAddresses(tx, person.id)) >= mostAddresses) return 'too_many'
      const address = storedAddress(normaliseAddress(body), body.default_billing || wanted?.billing === true)
      const written = await writeAddress(tx, person.id, wanted?.id ?? null, address)
      if (written === null) throw new Problem(404)
      const is = { delivery: body.default_delivery, billing: body.default_billing }
      await writeDefaults(tx, person.id, written, is)
      return written
    })

  handle(
    app,
    addAddress,
    async ({ body, request, reply }) => {
      const person = await requirePerson(visitors, request)
      const refuse = (errors: Errors) =>
        refuseForm(room, { request, reply }, errors, () => screen(person, null, body, errors))
      const errors = checkAddress(body, countries)
      if (Object.keys(errors).length > 0) return refuse(errors)
      const written = await write(person, null, body)
      if (written === 'too_many') return refuse({ firstname: words.tooMany })
      return { success: true, next_url: addressesUrl, id: written }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: words.added } }),
    },
  )

  handle(
    app,
    changeAddress,
    async ({ body, params, request, reply }) => {
      const person = await requirePerson(visitors, request)
      const own = await ownAddress(person, params.id)
      const errors = checkAddress(body, countries)
      if (Object.keys(errors).length > 0) {
        return refuseForm(room, { request, reply }, errors, () => screen(person, params.id, body, errors))
      }
      await write(person, own, body)
      return { success: true, next_url: addressesUrl }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: words.changed } }),
    },
  )

  handle(
    app,
    deleteAddress,
    async ({ params, request }: { params: { id: number }; request: FastifyRequest }) => {
      const person = await requirePerson(visitors, request)
      if (!(await inTransaction(db, tx => removeAddress(tx, person.id, params.id)))) throw new Problem(404)
      return { success: true, next_url: addressesUrl }
    },
    {
      allow: request => requirePerson(visitors, request),
      form: ({ reply }, { next_url }) =>
        pages.redirect(reply, { to: next_url, flash: { kind: 'success', text: words.deleted } }),
    },
  )
}

// A stored address keeps the town in line 3 and the county in line 4 (Specification §3).
function storedAddress(address: Address, billing: boolean): NewAddress {
  const { firstname, surname, company, address1, address2, town, county, postcode, country, telephone } =
    address
  return {
    firstname,
    surname,
    company,
    line_1: address1,
    line_2: address2,
    line_3: town,
    line_4: county,
    postcode,
    country,
    telephone,
    billing,
  }
}
