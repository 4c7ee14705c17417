import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hasAjaxMarker } from '../../infra/http/origin.ts'
import { sendPdf } from '../../infra/pdf/draw-pdf.server.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { Problem } from '../../lib/calls/problem.ts'
import { wholeNumber } from '../../lib/calls/validate.ts'
import { getAccountPage, toAccountPage, toLoginRedirect } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import type { ChartMachine } from '../wallpaper/chart.ts'
import {
  formatTooManyLines,
  maxWallpaperLines,
  maxWallpaperLists,
  wallpaperMessages,
} from '../wallpaper/messages.ts'
import { createWallpaperRenderer } from '../wallpaper/service.ts'
import { ensureCsrfToken, type ListRouteDeps, registerCalls } from './call-routes.server.ts'
import { type ListFormValues, type NewRow, toFormLine } from './editor/form-state.ts'
import { listPage } from './editor/ListPage.tsx'
import { listsPage } from './ListsPage.tsx'
import {
  getPricingCompanyId,
  type ListDetails,
  type ListHead,
  listOrderUrl,
  listsUrl,
  newListUrl,
  toListOwner,
} from './list.ts'
import { findMachineFilters, getListDetails, loadListDetails, serializeList } from './list-details.server.ts'
import { formatKitName } from './messages.ts'
import { orderListPage } from './order/OrderListPage.tsx'
import { findMachine, listProductListHeads, listProductLists } from './queries.ts'
import { getProductList } from './service.ts'
import { kitHours } from './service-intervals.ts'
import { parseId } from './validate-list.ts'
import { formatListMachine, toListRow, toOrderPart } from './view.ts'

export type ProductListsDeps = Omit<ListRouteDeps, 'app'>

const params = z.object({ id: wholeNumber(1, 2_147_483_647) })
const newQuery = z.object({
  variant: z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null).default(null),
  hours: z.coerce.number().int().nullable().catch(null).default(null),
})

export async function productListsPlugin(app: FastifyInstance, deps: ProductListsDeps): Promise<void> {
  const routeDeps = { ...deps, app }
  const { context } = deps
  const { db } = context
  registerCalls(routeDeps)
  registerWallpaperRoute(routeDeps)

  getAccountPage(deps, listsUrl, {}, async ({ person, request, reply }) => {
    ensureCsrfToken(routeDeps, request, reply)
    const lists = await listProductListHeads(db, toListOwner(person))
    return toAccountPage(person, listsPage, 'Product lists', {
      owner: getStorageOwner(person),
      rows: lists.map(toListRow),
    })
  })

  // '?variant=12&hours=500' fills the new list with a machine's filters, or with those of one service kit.
  getAccountPage(deps, newListUrl, { query: newQuery }, async ({ person, query, request, reply }) => {
    ensureCsrfToken(routeDeps, request, reply)
    const list = { id: null, version: null, start: await loadNewListForm(person, query) }
    return toAccountPage(person, listPage, 'New product list', { owner: getStorageOwner(person), ...list })
  })

  getAccountPage(deps, `${listsUrl}/:id`, { params }, async ({ person, params: { id }, request, reply }) => {
    ensureCsrfToken(routeDeps, request, reply)
    const list = await getListDetails(db, person, await getProductList(context, person, id))
    const values = toFormValues(list, serializeList(list).products.map(toFormLine), list.name)
    return toAccountPage(person, listPage, `Product list: ${list.name}`, {
      owner: getStorageOwner(person),
      id,
      version: list.version,
      start: { ...values, fleetNumbers: list.fleetNumbers.join(', ') },
    })
  })

  getAccountPage(deps, `${listsUrl}/:id/order`, { params }, async ({ person, params: { id } }) => {
    const list = await getListDetails(db, person, await getProductList(context, person, id))
    const { lines, parts, ...head } = list
    return toAccountPage(person, orderListPage, list.name, {
      list: toListRow({ ...head, products: lines.length }),
      parts: parts.map(part => toOrderPart(part, list.fleetNumbers)),
    })
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
  lines: readonly NewRow[],
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

/** GET /account/productlists/wallpaper.pdf?lists=1,2,3 (R-LIST-4). */
function registerWallpaperRoute({ app, context, visitors, pages, pictureSource }: ListRouteDeps): void {
  const { config, db, threads } = context
  const renderWallpaper = createWallpaperRenderer({ dataDir: config.dataDir, pictureSource, threads })

  app.get(`${listsUrl}/wallpaper.pdf`, async (request, reply) => {
    const { person } = await visitors.get(request)
    if (!person) {
      if (hasAjaxMarker(request) || !(request.headers.accept ?? '').includes('text/html'))
        throw new Problem(401)
      return pages.redirect(reply, toLoginRedirect(request))
    }
    const ids = parseListIds(request)
    // The number of lists is checked before their ownership (R-LIST-4).
    if (ids.length > maxWallpaperLists) throw new Problem(422, wallpaperMessages.tooMany)
    if (ids.length === 0) throw new Problem(422, wallpaperMessages.none)
    const savedLists = await listProductLists(db, toListOwner(person), ids)
    if (ids.some(id => !savedLists.some(list => list.id === id))) throw new Problem(404)
    const lineCount = savedLists.reduce((count, { lines }) => count + lines.length, 0)
    if (lineCount > maxWallpaperLines) throw new Problem(422, formatTooManyLines(lineCount))
    const publisher = {
      name: config.shopName,
      phone: config.contact.phone,
      at: context.now(),
      isDemo: config.mode === 'demo',
    }
    const pdf = await renderWallpaper(toJobOwner(request, person), publisher, async () => {
      const lists = await loadListDetails(db, savedLists, getPricingCompanyId(person))
      return lists.map(list => toChartMachine(list, context.baseUrl()))
    })
    return sendPdf(reply, 'filter-wallpaper.pdf', pdf)
  })
}

/** Parses '1,2,3', also from repeated parameters. An invalid id becomes 0, which no list has. */
function parseListIds(request: FastifyRequest): number[] {
  const { lists = '' } = request.query as { lists?: string | string[] }
  return [lists]
    .flat()
    .join(',')
    .split(',')
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(text => parseId(text) ?? 0)
}

function toChartMachine(list: ListDetails, baseUrl: string): ChartMachine {
  const machine = formatListMachine(list)
  return {
    name: machine === '' ? list.name : machine,
    listName: list.name === machine || machine === '' ? '' : list.name,
    fleetNumbers: list.fleetNumbers,
    filters: list.parts.map(({ line, product, position, hours }) => ({
      code: product.code,
      position: position === '' ? product.type : position,
      quantity: line.quantity,
      hours,
      image: product.image,
    })),
    url: baseUrl + listOrderUrl(list.id),
  }
}
