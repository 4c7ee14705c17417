import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../infra/database/db.ts'
import { type Cookies, storeFlash } from '../../infra/http/cookies.ts'
import { handle } from '../../infra/http/handle.ts'
import { getCsrfToken } from '../../infra/http/origin.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { handleAccountForm, type PageDeps, requirePerson } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { formatAddedProducts } from '../basket/messages.ts'
import { addAvailableProducts, type ReleaseUnpaidStock } from '../basket/service.ts'
import type { PictureSource } from '../media/picture-source.ts'
import {
  getPricingCompanyId,
  listOrderUrl,
  listsUrl,
  type SavedList,
  toListOwner,
  withFleetNumbers,
} from './list.ts'
import { findMachineFilters, getListDetails, loadListDetails, serializeList } from './list-details.server.ts'
import { listMessages } from './messages.ts'
import { listProductLists } from './queries.ts'
import {
  addList,
  changeList,
  deleteList,
  machineFilters,
  orderList,
  type ProductList,
  readList,
  readLists,
} from './schemas.ts'
import { createProductList, deleteProductList, getProductList, updateProductList } from './service.ts'
import { parseId, parseMachineCount } from './validate-list.ts'

export interface ListRouteDeps extends PageDeps {
  app: FastifyInstance
  cookies: Cookies
  pictureSource: PictureSource | null
  releaseUnpaidStock: ReleaseUnpaidStock
}

/** The signed-in person of a request with a valid CSRF token, which changes to product lists always need (R-CALL-8). */
async function requirePersonWithToken(
  { visitors, cookies }: ListRouteDeps,
  request: FastifyRequest,
): Promise<Person> {
  const person = await requirePerson(visitors, request)
  if (!cookies.isCsrfValid(request, getCsrfToken(request))) throw new Problem(403, listMessages.badToken)
  return person
}

/** Renews a missing CSRF cookie: it ends with the browser session, while a login may last longer. */
export function ensureCsrfToken(
  { cookies }: ListRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (cookies.isCsrfValid(request, request.cookies.csrf_token)) return
  cookies.renewCsrf(reply, cookies.read(request, 'session'))
}

export function registerCalls(deps: ListRouteDeps): void {
  const { app, context, visitors, pages, cookies } = deps
  const { db } = context
  const withMarkerOnly = { withMarkerOnly: true }
  const authorize = (request: FastifyRequest) => requirePerson(visitors, request)

  const loadAndSerialize = async (list: SavedList, person: Person): Promise<ProductList> =>
    serializeList(await getListDetails(db, person, list))
  const flashSuccess = (reply: FastifyReply, text: string) =>
    storeFlash(cookies, reply, { kind: 'success', text })

  handle(
    app,
    readLists,
    async ({ request }) => {
      const person = await requirePerson(visitors, request)
      const lists = await listProductLists(db, toListOwner(person), null)
      return (await loadListDetails(db, lists, getPricingCompanyId(person))).map(serializeList)
    },
    withMarkerOnly,
  )

  handle(
    app,
    readList,
    async ({ params: { id }, request }) => {
      const person = await requirePerson(visitors, request)
      const list = await getProductList(context, person, id)
      return { success: true, product_list: await loadAndSerialize(list, person) }
    },
    withMarkerOnly,
  )

  handle(app, machineFilters, async ({ query: { variant }, request }) => {
    const person = await requirePerson(visitors, request)
    const { filters, kits } = await findMachineFilters(db, variant, getPricingCompanyId(person))
    return { filters, kits }
  })

  handle(
    app,
    addList,
    async ({ body, request, reply }) => {
      const person = await requirePersonWithToken(deps, request)
      const list = await getProductList(context, person, await createProductList(context, person, body))
      flashSuccess(reply, listMessages.saved)
      return { success: true, product_list: await loadAndSerialize(list, person) }
    },
    { authorize },
  )

  handle(
    app,
    changeList,
    async ({ body, params: { id }, request }) => {
      const person = await requirePersonWithToken(deps, request)
      await updateProductList(context, person, id, { input: body, version: parseId(body.version) })
      const list = await getProductList(context, person, id)
      return { success: true, product_list: await loadAndSerialize(list, person) }
    },
    { authorize },
  )

  handle(
    app,
    deleteList,
    async ({ params: { id }, request, reply }) => {
      const person = await requirePersonWithToken(deps, request)
      const list = await deleteProductList(context, person, id)
      flashSuccess(reply, listMessages.deleted)
      const deletedList = await loadAndSerialize(list, person)
      return { success: true, product_list: deletedList, next_url: listsUrl }
    },
    { authorize },
  )

  handleAccountForm(
    deps,
    orderList,
    ({ reply }, { success, added, messages, next_url }) =>
      pages.redirect(reply, {
        to: next_url,
        flash: { kind: success ? 'success' : 'danger', text: formatAddedProducts(added, messages) },
      }),
    async ({ person, body, params: { id } }) => {
      const { lines, fleetNumbers } = await getProductList(context, person, id)
      const machines = parseMachineCount(body.machines)
      if (machines === null || lines.length === 0) {
        const refusal = machines === null ? listMessages.machines : listMessages.emptyList
        return { success: false, added: 0, messages: [refusal], next_url: listOrderUrl(id) }
      }
      const products = lines.map(({ productId, quantity, entry }) => ({
        productId,
        quantity: quantity * machines,
        entry: withFleetNumbers(entry, fleetNumbers),
      }))
      const owner = { personId: person.id, companyId: getPricingCompanyId(person) }
      const { added, refused } = await inTransaction(db, tx => addAvailableProducts(tx, owner, products))
      await deps.releaseUnpaidStock(owner)
      const next_url = added > 0 ? '/basket' : listOrderUrl(id)
      return { success: added > 0, added, messages: refused, next_url }
    },
  )
}
