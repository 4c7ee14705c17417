import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { toPageResult } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { wholeNumber } from '../../lib/calls/validate.ts'
import { toAccountNavigation } from '../accounts/navigation.ts'
import { toLoginRedirect } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { registerCalls } from './call-routes.server.ts'
import { ensureCsrfToken, type ListRouteDeps } from './deps.server.ts'
import { type ListFormLine, type ListFormValues, toFormLine } from './editor/form-state.ts'
import { listPage } from './editor/ListPage.tsx'
import { listsPage } from './ListsPage.tsx'
import { getPricingCompanyId, type ListHead, listsUrl, newListUrl, toListOwner } from './list.ts'
import { findMachineFilters, getListDetails, serializeList } from './list-details.server.ts'
import { formatKitName } from './messages.ts'
import { orderListPage } from './order/OrderListPage.tsx'
import { findMachine, listProductListHeads } from './queries.ts'
import { getProductList } from './service.ts'
import { kitHours } from './service-intervals.ts'
import { formatListMachine, toListRow, toOrderableLine } from './view.ts'
import { registerWallpaperRoute } from './wallpaper-pdf.server.ts'

export type ProductListsDeps = Omit<ListRouteDeps, 'app'>

const params = z.object({ id: wholeNumber(1, 2_147_483_647) })
const newQuery = z.object({
  variant: z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null).default(null),
  hours: z.coerce.number().int().nullable().catch(null).default(null),
})

/** The pages and calls of product lists in the account, and their wallpaper. */
export async function productListsPlugin(app: FastifyInstance, deps: ProductListsDeps): Promise<void> {
  const routeDeps = { ...deps, app }
  const { context, visitors, pages } = deps
  const { db } = context
  registerCalls(routeDeps)
  registerWallpaperRoute(routeDeps)

  pages.get(listsUrl, {}, async ({ request, reply }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    ensureCsrfToken(routeDeps, request, reply)
    const lists = await listProductListHeads(db, toListOwner(person))
    const props = {
      navigation: toAccountNavigation(person),
      owner: getStorageOwner(person),
      rows: lists.map(toListRow),
    }
    return toPageResult(listsPage, props, { title: 'Product lists', noindex: true })
  })

  // '?variant=12&hours=500' fills the new list with a machine's filters, or with those of one service kit.
  pages.get(newListUrl, { query: newQuery }, async ({ query, request, reply }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    ensureCsrfToken(routeDeps, request, reply)
    const start = await loadNewListForm(person, query)
    const props = {
      navigation: toAccountNavigation(person),
      owner: getStorageOwner(person),
      id: null,
      version: null,
      start,
    }
    return toPageResult(listPage, props, { title: 'New product list', noindex: true })
  })

  pages.get(`${listsUrl}/:id`, { params }, async ({ params: { id }, request, reply }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    ensureCsrfToken(routeDeps, request, reply)
    const list = await getListDetails(db, person, await getProductList(context, person, id))
    const values = toFormValues(list, serializeList(list).products.map(toFormLine), list.name)
    const start = { ...values, fleetNumbers: list.fleetNumbers.join(', ') }
    const props = {
      navigation: toAccountNavigation(person),
      owner: getStorageOwner(person),
      id,
      version: list.version,
      start,
    }
    return toPageResult(listPage, props, { title: `Product list: ${list.name}`, noindex: true })
  })

  pages.get(`${listsUrl}/:id/order`, { params }, async ({ params: { id }, request }) => {
    const { person } = await visitors.get(request)
    if (!person) return toLoginRedirect(request)
    const list = await getListDetails(db, person, await getProductList(context, person, id))
    const { lines, productLines, ...head } = list
    const props = {
      navigation: toAccountNavigation(person),
      list: toListRow({ ...head, products: lines.length }),
      lines: productLines.map(line => toOrderableLine(line, list.fleetNumbers)),
    }
    return toPageResult(orderListPage, props, { title: list.name, noindex: true })
  })

  const loadNewListForm = async (
    person: Person,
    { variant, hours }: z.output<typeof newQuery>,
  ): Promise<ListFormValues> => {
    if (variant === null) return emptyForm
    const machine = await findMachine(db, variant)
    if (!machine) throw new Problem(404)
    const { filters, kits } = await findMachineFilters(db, variant, getPricingCompanyId(person))
    const isKit = kitHours.some(kitHour => kitHour === hours)
    const kit = isKit ? kits.find(serviceKit => serviceKit.hours === hours) : undefined
    const chosenFilters = kit ? filters.filter(({ id }) => kit.product_ids.includes(id)) : filters
    const name = formatListMachine(machine)
    return toFormValues(
      machine,
      chosenFilters.map(toFormLine),
      kit ? `${name}, ${formatKitName(kit.hours)}` : name,
    )
  }
}

const emptyForm: ListFormValues = { name: '', fleetNumbers: '', make: '', model: '', variant: '', lines: [] }

function toFormValues(
  { make, model, variant }: Pick<ListHead, 'make' | 'model' | 'variant'>,
  lines: readonly Omit<ListFormLine, 'key'>[],
  name: string,
): ListFormValues {
  return {
    ...emptyForm,
    name,
    make: make?.slug ?? '',
    model: model?.slug ?? '',
    variant: variant ? String(variant.id) : '',
    lines: lines.map((line, at) => ({ ...line, key: at + 1 })),
  }
}

/** Scopes browser storage to one person, so that the next person at the same computer does not see it. */
function getStorageOwner({ id }: Person): string {
  return `p${id}`
}
