import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../infra/database/db.ts'
import { handle } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { show } from '../../infra/pages/render.ts'
import { limitAttempts } from '../../infra/rate-limit/attempts.ts'
import { pence, toPounds } from '../../lib/money.ts'
import { addMany, type BasketDeps, ensureOwner, getBasketSummary } from '../basket/service.ts'
import type { SearchService } from '../search/service.ts'
import { readFile } from './file.server.ts'
import { mostLines } from './limits.ts'
import { type LookUpDeps, lookUpLines, lookUpRows } from './look-up.server.ts'
import { addedWords, padRefusalWords, padWords } from './messages.ts'
import { type OrderPadPageProps, orderPadPage } from './OrderPadPage.tsx'
import { emptyPad, type Pad, type PadLine, readyPieces, viewOf } from './pad.ts'
import { readRows } from './read-rows.ts'
import { type GivenRow, rowsOfText } from './rows.ts'
import { addPad, type KeptLine, readPad } from './schemas.ts'
import { padFromWire, padOnTheWire } from './serialize.ts'
import { readUploads, uploaded } from './upload.server.ts'

export interface OrderPadDeps extends Omit<BasketDeps, 'calculateDeliveryCost'> {
  pages: Pages
  search: SearchService
}

const emptyCacheSeconds = 300

export async function orderPadPlugin(app: FastifyInstance, room: OrderPadDeps): Promise<void> {
  const { context, visitors, pages } = room
  const { db } = context

  pages.get('/order-pad', { cacheSeconds: emptyCacheSeconds }, async () => screen({}))

  // Where the lists and what is left of them were sent to: looked at again, they are a new pad.
  for (const path of ['/order-pad/file', '/order-pad/add']) {
    pages.get(path, {}, async () => ({ to: '/order-pad' }))
  }

  handle(
    app,
    readPad,
    async ({ body, request }) => {
      await limit(request)
      if (body.text === undefined) {
        const pad = await lookUpLines(await lookUpDeps(request), standing(body.lines), true)
        return { pad: padOnTheWire(pad), problem: null }
      }
      const { pad, problem } = await read(rowsOfText(body.text), request)
      return { pad: padOnTheWire(pad), problem }
    },
    {
      form: ({ body, request, reply }, { pad, problem }) =>
        pages.send(
          request,
          reply,
          screen({ pad: padFromWire(pad), problem, text: problem ? body.text : '' }),
        ),
    },
  )

  // A form with a file is read here and nowhere else in the shop.
  app.register(async files => {
    readUploads(files)
    files.post('/order-pad/file', async (request, reply) => {
      await limit(request)
      const file = await readFile(await uploaded(request.body, 'file'))
      const { pad, problem } =
        'refused' in file
          ? { pad: emptyPad, problem: padRefusalWords[file.refused](0) }
          : await read(file.rows, request)
      return pages.send(request, reply, screen({ pad, problem }))
    })
  })

  handle(
    app,
    addPad,
    async ({ body, request, reply }) => {
      await limit(request)
      const sent = standing(body.lines)
      const pad = await lookUpLines(await lookUpDeps(request), sent, false)
      const isSeen = pad.lines.map(({ chosen }, at) => chosen === (sent[at]!.chosen ?? null))
      return add(pad, isSeen, request, reply)
    },
    {
      form: ({ request, reply }, { success, messages, pad }) => {
        const [text = ''] = messages
        const isDone = success && !pad.lines.some(({ isPart }) => isPart)
        if (isDone) return pages.redirect(reply, { to: '/basket', flash: { kind: 'success', text } })
        const told = success ? { added: text } : { problem: text }
        return pages.send(request, reply, screen({ pad: padFromWire(pad), ...told }))
      },
    },
  )

  const read = async (
    rows: readonly GivenRow[],
    request: FastifyRequest,
  ): Promise<{ pad: Pad; problem: string | null }> => {
    if (rows.length === 0) return { pad: emptyPad, problem: padRefusalWords.nothing(0) }
    if (rows.length > mostLines) {
      return { pad: emptyPad, problem: padRefusalWords.too_many_lines(rows.length) }
    }
    return { pad: await lookUpRows(await lookUpDeps(request), readRows(rows)), problem: null }
  }

  /** `isSeen`: line by line, whether the buyer saw the part it stands for. What he did not see is not added. */
  const add = async (pad: Pad, isSeen: readonly boolean[], request: FastifyRequest, reply: FastifyReply) => {
    const view = viewOf({ ...pad, lines: pad.lines.filter((_, at) => isSeen[at]) })
    const pieces = readyPieces(view)
    const { owner, saveCookie } = await ensureOwner(room, request, reply)
    const refused =
      pieces.length === 0
        ? new Map<number, string>()
        : await inTransaction(db, tx => addMany(tx, owner, pieces))
    const added = view.rows
      .filter(({ state, product }) => state === 'ready' && product && !refused.has(product.id))
      .map(({ line }) => line)
    if (added.length > 0) await saveCookie()
    const left = pad.lines
      .map((line, at) => ({ ...line, refusal: isSeen[at] ? refusalOf(line, refused) : padWords.notSeen }))
      .filter((_, at) => !added.includes(pad.lines[at]!))
    const partsLeft = left.filter(({ isPart }) => isPart).length
    const sums = await getBasketSummary(db, owner)
    return {
      success: added.length > 0,
      messages: [added.length > 0 ? addedWords(added.length, partsLeft) : padWords.noneReady],
      added: added.map(({ nr }) => nr),
      pad: padOnTheWire({ ...pad, lines: left }),
      basket: { count: sums.count, subtotal: toPounds(pence(sums.subtotal)) },
    }
  }

  const lookUpDeps = async (request: FastifyRequest): Promise<LookUpDeps> => {
    const { person } = await visitors.of(request)
    return { db, search: room.search, companyId: person?.company?.id ?? null }
  }

  const limit = (request: FastifyRequest) => {
    const { padsPerMinute } = context.config.limits
    return limitAttempts(db, `pad:${request.ip}`, padsPerMinute, 60, context.now(), padWords.tooMany)
  }
}

/** A line of a part whose number was emptied is taken off. */
function standing(lines: readonly KeptLine[] = []): KeptLine[] {
  return lines
    .map(line => (line.use === '' ? line : { ...line, code: line.use }))
    .filter(({ code, isPart }) => code !== '' || !isPart)
}

function refusalOf({ chosen }: PadLine, refused: ReadonlyMap<number, string>): string | null {
  return chosen === null ? null : (refused.get(chosen) ?? null)
}

function screen(props: Partial<OrderPadPageProps>) {
  const { pad = emptyPad, problem = null, text = '', added = null } = props
  return show(
    orderPadPage,
    { pad, problem, text, added },
    {
      title: problem === null ? 'Order pad' : 'Error: Order pad',
      description:
        'Paste or upload a list of part numbers and quantities, by any maker’s number, and order it at once.',
      canonical: '/order-pad',
      status: problem === null ? 200 : 422,
    },
  )
}
