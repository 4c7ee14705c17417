import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { show } from '../../infra/pages/render.ts'
import { Problem } from '../../lib/problem.ts'
import { wholeNumber } from '../../lib/validate.ts'
import { areaOf } from '../accounts/area.ts'
import { toLogin } from '../accounts/service.ts'
import type { Person } from '../accounts/visitor.ts'
import { listCalls } from './calls.server.ts'
import { type Form, type FormLine, lineOf } from './form.ts'
import { kitHours } from './intervals.ts'
import { listPage } from './ListPage.tsx'
import { listsPage } from './ListsPage.tsx'
import { type ListHead, listsUrl, newListUrl, ownerOf } from './list.ts'
import { kitWords } from './messages.ts'
import { orderListPage } from './OrderListPage.tsx'
import { listHeads, machineOfVariant } from './queries.ts'
import { giveToken, type ListRoom } from './room.server.ts'
import { machineOf, orderLine, rowOf } from './view.ts'
import { wallpaperRoute } from './wallpaper-pdf.server.ts'
import { filtersOfMachine, listOnTheWire, wholeLists } from './whole.server.ts'
import { ownList } from './writing.server.ts'

export type ProductListsDeps = Omit<ListRoom, 'app'>

const params = z.object({ id: wholeNumber(1, 2_147_483_647) })
const newQuery = z.object({
  variant: z.coerce.number().int().min(1).max(2_147_483_647).nullable().catch(null).default(null),
  hours: z.coerce.number().int().nullable().catch(null).default(null),
})

/** Product lists in the account: all of them, one to edit, one to order, and the wallpaper. */
export async function productListsPlugin(app: FastifyInstance, deps: ProductListsDeps): Promise<void> {
  const room = { ...deps, app }
  const { context, visitors, pages } = room
  const { db } = context
  listCalls(room)
  wallpaperRoute(room)

  pages.get(listsUrl, {}, async ({ request, reply }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    giveToken(room, request, reply)
    const lists = await listHeads(db, ownerOf(person))
    const props = { area: areaOf(person), owner: ownerKey(person), rows: lists.map(rowOf) }
    return show(listsPage, props, { title: 'Product lists', noindex: true })
  })

  // '?variant=12&hours=500': a machine's filters, or one of its service kits, as a list ready to save.
  pages.get(newListUrl, { query: newQuery }, async ({ query, request, reply }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    giveToken(room, request, reply)
    const start = await startOf(person, query)
    const props = { area: areaOf(person), owner: ownerKey(person), id: null, version: null, start }
    return show(listPage, props, { title: 'New product list', noindex: true })
  })

  pages.get(`${listsUrl}/:id`, { params }, async ({ params: { id }, request, reply }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    giveToken(room, request, reply)
    const [whole] = await wholeLists(db, [await ownList(context, person, id)], companyOf(person))
    const start = formOf(whole!, listOnTheWire(whole!).products.map(lineOf), whole!.name)
    const form = { ...start, fleetNumbers: whole!.fleetNumbers.join(', ') }
    const props = { area: areaOf(person), owner: ownerKey(person), id, version: whole!.version, start: form }
    return show(listPage, props, { title: `Product list: ${whole!.name}`, noindex: true })
  })

  pages.get(`${listsUrl}/:id/order`, { params }, async ({ params: { id }, request }) => {
    const { person } = await visitors.of(request)
    if (!person) return toLogin(request)
    const [whole] = await wholeLists(db, [await ownList(context, person, id)], companyOf(person))
    const { lines, ...head } = whole!
    const props = {
      area: areaOf(person),
      list: rowOf({ ...head, products: lines.length }),
      lines: whole!.whole.map(orderLine),
    }
    return show(orderListPage, props, { title: whole!.name, noindex: true })
  })

  const startOf = async (person: Person, { variant, hours }: z.output<typeof newQuery>): Promise<Form> => {
    if (variant === null) return emptyForm
    const machine = await machineOfVariant(db, variant)
    if (!machine) throw new Problem(404)
    const { filters, kits } = await filtersOfMachine(db, variant, companyOf(person))
    const kit = kitHours.some(one => one === hours) ? kits.find(one => one.hours === hours) : undefined
    const chosen = kit ? filters.filter(({ id }) => kit.product_ids.includes(id)) : filters
    const name = machineOf(machine)
    return formOf(machine, chosen.map(lineOf), kit ? `${name}, ${kitWords(kit.hours)}` : name)
  }
}

const emptyForm: Form = { name: '', fleetNumbers: '', make: '', model: '', variant: '', lines: [] }

function formOf(
  { make, model, variant }: Pick<ListHead, 'make' | 'model' | 'variant'>,
  lines: readonly Omit<FormLine, 'key'>[],
  name: string,
): Form {
  return {
    ...emptyForm,
    name,
    make: make?.slug ?? '',
    model: model?.slug ?? '',
    variant: variant ? String(variant.id) : '',
    lines: lines.map((line, at) => ({ ...line, key: at + 1 })),
  }
}

/** What a browser keeps is of one person: whoever signs in next at the same computer does not find it. */
function ownerKey({ id }: Person): string {
  return `p${id}`
}

function companyOf({ company }: Person): number | null {
  return company?.id ?? null
}
