import type { FastifyReply } from 'fastify'
import { inTransaction } from '../../infra/database/db.ts'
import { storeFlash } from '../../infra/http/flash.ts'
import { handle } from '../../infra/http/handle.ts'
import { requirePerson } from '../accounts/service.ts'
import { formatAddedAll } from '../basket/messages.ts'
import { addAll } from '../basket/service.ts'
import { idOf, machinesOf } from './fields.ts'
import { type List, listsUrl, orderUrl, ownerOf } from './list.ts'
import { listWords } from './messages.ts'
import { listsOf } from './queries.ts'
import { type ListRoom, requireWriter } from './room.server.ts'
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
import { filtersOfMachine, listOnTheWire, wholeLists } from './whole.server.ts'
import { addNew, change, ownList, remove } from './writing.server.ts'

/** The calls of contract §3, and those of the room's own pages. */
export function listCalls(room: ListRoom): void {
  const { app, context, visitors, pages, cookies } = room
  const { db } = context
  const withMarkerOnly = { withMarkerOnly: true }

  const onTheWire = async (list: List, companyId: number | null): Promise<ProductList> => {
    const [whole] = await wholeLists(db, [list], companyId)
    return listOnTheWire(whole!)
  }
  const tell = (reply: FastifyReply, text: string) => storeFlash(cookies, reply, { kind: 'success', text })

  handle(
    app,
    readLists,
    async ({ request }) => {
      const person = await requirePerson(visitors, request)
      const lists = await listsOf(db, ownerOf(person), null)
      return (await wholeLists(db, lists, person.company?.id ?? null)).map(listOnTheWire)
    },
    withMarkerOnly,
  )

  handle(
    app,
    readList,
    async ({ params: { id }, request }) => {
      const person = await requirePerson(visitors, request)
      const list = await ownList(context, person, id)
      return { success: true, product_list: await onTheWire(list, person.company?.id ?? null) }
    },
    withMarkerOnly,
  )

  handle(app, machineFilters, async ({ query: { variant }, request }) => {
    const person = await requirePerson(visitors, request)
    const { filters, kits } = await filtersOfMachine(db, variant, person.company?.id ?? null)
    return { filters, kits }
  })

  handle(app, addList, async ({ body, request, reply }) => {
    const person = await requireWriter(room, request)
    const list = await ownList(context, person, await addNew(context, person, body))
    tell(reply, listWords.saved)
    return { success: true, product_list: await onTheWire(list, person.company?.id ?? null) }
  })

  handle(app, changeList, async ({ body, params: { id }, request }) => {
    const person = await requireWriter(room, request)
    await change(context, person, id, { sent: body, version: idOf(body.version) })
    const list = await ownList(context, person, id)
    return { success: true, product_list: await onTheWire(list, person.company?.id ?? null) }
  })

  handle(app, deleteList, async ({ params: { id }, request, reply }) => {
    const person = await requireWriter(room, request)
    const list = await remove(context, person, id)
    tell(reply, listWords.deleted)
    const gone = await onTheWire(list, person.company?.id ?? null)
    return { success: true, product_list: gone, next_url: listsUrl }
  })

  handle(
    app,
    orderList,
    async ({ body, params: { id }, request }) => {
      const person = await requirePerson(visitors, request)
      const { lines } = await ownList(context, person, id)
      const machines = machinesOf(body.machines)
      if (machines === null || lines.length === 0) {
        const why = machines === null ? listWords.machines : listWords.emptyList
        return { success: false, added: 0, messages: [why], next_url: orderUrl(id) }
      }
      const wanted = lines.map(line => ({ ...line, quantity: line.quantity * machines }))
      const owner = { personId: person.id, companyId: person.company?.id ?? null }
      const { added, refused } = await inTransaction(db, tx => addAll(tx, owner, wanted))
      const next_url = added > 0 ? '/basket' : orderUrl(id)
      return { success: added > 0, added, messages: refused, next_url }
    },
    {
      form: ({ reply }, { success, added, messages, next_url }) =>
        pages.redirect(reply, {
          to: next_url,
          flash: { kind: success ? 'success' : 'danger', text: formatAddedAll(added, messages) },
        }),
    },
  )
}
