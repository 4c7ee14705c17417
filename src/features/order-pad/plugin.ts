import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inTransaction } from '../../infra/database/db.ts'
import { addMultipartParser, getUploadedFile } from '../../infra/http/body/multipart.ts'
import { handle } from '../../infra/http/handle.ts'
import type { Pages } from '../../infra/pages/page-routes.ts'
import { toPageResult } from '../../infra/pages/render.ts'
import { enforceLimit } from '../../infra/rate-limit/attempts.ts'
import { toClientNetwork } from '../../infra/rate-limit/client-network.ts'
import { toJobOwner } from '../../infra/worker-threads/thread-job.ts'
import { addProducts, type BasketDeps, ensureOwner, loadBasketReply } from '../basket/service.ts'
import type { CatalogueExamples } from '../catalogue/messages.ts'
import type { SearchService } from '../search/service.ts'
import { type LookUpDeps, lookUpLines, lookUpNewLines, readLines } from './look-up.server.ts'
import { formatAddedLines, formatSheetNote, padMessages } from './messages.ts'
import { type OrderPadPageProps, orderPadPage } from './OrderPadPage.tsx'
import {
  deserializePad,
  emptyPad,
  listReadyItems,
  type Pad,
  type PadLine,
  serializePad,
  toPadView,
} from './pad.ts'
import { measureRows, type SourceRow } from './parse/source-rows.ts'
import { padRefusalMessages } from './refusals.ts'
import { addPad, type PadLineInput, readPad } from './schemas.ts'
import { readList } from './service.ts'
import { type ListSource, maxListFormBytes } from './upload/list-file.server.ts'

export interface OrderPadDeps extends BasketDeps {
  pages: Pages
  search: SearchService
  getExamples: () => Promise<CatalogueExamples | null>
}

const emptyPadCacheSeconds = 300

export async function orderPadPlugin(app: FastifyInstance, deps: OrderPadDeps): Promise<void> {
  const { context, visitors, pages } = deps
  const { db } = context

  pages.getCached('/order-pad', { cacheSeconds: emptyPadCacheSeconds }, async () => renderOrderPad({}))

  // A reload or bookmark of a form's target starts a new pad.
  for (const path of ['/order-pad/file', '/order-pad/add']) {
    pages.get(path, {}, async () => ({ to: '/order-pad' }))
  }

  handle(
    app,
    readPad,
    async ({ body, request }) => {
      if (body.text === undefined && body.sheet === undefined) {
        await enforceLineLimit(request, body.lines?.length ?? 0)
        const pad = await lookUpLines(await lookUpDeps(request), applyCorrections(body.lines), true)
        return { pad: serializePad(pad), problem: null, note: '' }
      }
      const source = body.sheet === undefined ? { text: body.text ?? '' } : { sheet: body.sheet }
      const { pad, problem, note } = await lookUpList(source, request)
      return { pad: serializePad(pad), problem, note }
    },
    {
      authorize: request => enforcePadLimit(request),
      form: async ({ body, request, reply }, { pad, problem, note }) => {
        const props = { pad: deserializePad(pad), problem, note, text: problem ? body.text : '' }
        return pages.send(request, reply, await renderOrderPad(props))
      },
    },
  )

  // Only the routes of this instance parse multipart forms.
  app.register(async files => {
    addMultipartParser(files, { context, maxBytes: maxListFormBytes })
    const options = { bodyLimit: maxListFormBytes, onRequest: enforcePadLimit }
    files.post('/order-pad/file', options, async (request, reply) => {
      const file = await getUploadedFile(request, 'file')
      const list = await lookUpList({ file }, request)
      return pages.send(request, reply, await renderOrderPad(list))
    })
  })

  handle(
    app,
    addPad,
    async ({ body, request, reply }) => {
      await enforceLineLimit(request, body.lines?.length ?? 0)
      const sentLines = applyCorrections(body.lines)
      const pad = await lookUpLines(await lookUpDeps(request), sentLines, false)
      // A line that now stands for another product than the buyer saw is refused.
      const lines = pad.lines.map((line, at) =>
        line.chosen === (sentLines[at]!.chosen ?? null) ? line : { ...line, refusal: padMessages.notSeen },
      )
      return addReadyLines({ ...pad, lines }, request, reply)
    },
    {
      authorize: request => enforcePadLimit(request),
      form: async ({ request, reply }, { success, messages, pad }) => {
        const [text = ''] = messages
        const isDone = success && !pad.lines.some(({ isPart }) => isPart)
        if (isDone) return pages.redirect(reply, { to: '/basket', flash: { kind: 'success', text } })
        const message = success ? { added: text } : { problem: text }
        return pages.send(request, reply, await renderOrderPad({ pad: deserializePad(pad), ...message }))
      },
    },
  )

  const renderOrderPad = async (props: Partial<Omit<OrderPadPageProps, 'examples'>>) => {
    const { pad = emptyPad, problem = null, note = '', sheets = null, text = '', added = null } = props
    const examples = await deps.getExamples()
    return toPageResult(
      orderPadPage,
      { pad, problem, note, sheets, text, added, examples },
      {
        title: problem === null ? 'Order pad' : 'Error: Order pad',
        description:
          'Paste or upload a list of part numbers and quantities, by any maker’s number, and order it at once.',
        canonical: '/order-pad',
        status: problem === null ? 200 : 422,
      },
    )
  }

  const lookUpList = async (
    source: ListSource,
    request: FastifyRequest,
  ): Promise<Required<Pick<OrderPadPageProps, 'pad' | 'problem' | 'note' | 'sheets'>>> => {
    const { person } = await visitors.get(request)
    const list = await readList(context.threads, toJobOwner(request, person), source)
    const empty = { pad: emptyPad, note: '', sheets: null }
    if ('candidates' in list) return { ...empty, problem: null, sheets: list }
    if (!list.ok) return { ...empty, problem: padRefusalMessages[list.reason](list.lines) }
    await enforceLineLimit(request, countLines(list.rows))
    const read = await readLines(deps.search, list, 'order')
    if (!read.ok) return { ...empty, problem: padRefusalMessages[read.reason](read.lines) }
    const pad = await lookUpNewLines(await lookUpDeps(request), read.lines)
    return { ...empty, pad, problem: null, note: list.sheet ? formatSheetNote(list.sheet) : '' }
  }

  const addReadyLines = async (pad: Pad, request: FastifyRequest, reply: FastifyReply) => {
    const view = toPadView({ ...pad, lines: pad.lines.filter(({ refusal }) => refusal === null) })
    const items = listReadyItems(view)
    const { owner, finish } = await ensureOwner(deps, request, reply)
    const { refused, notes } = await inTransaction(db, tx => addProducts(tx, owner, items))
    const added = view.rows
      .filter(({ state, product }) => state === 'ready' && product && !refused.has(product.id))
      .map(({ line }) => line)
    if (added.length > 0) await finish()
    const remainingLines = pad.lines
      .filter(line => !added.includes(line))
      .map(line => ({ ...line, refusal: line.refusal ?? getRefusal(line, refused) }))
    const remainingParts = remainingLines.filter(({ isPart }) => isPart).length
    const { count, subtotal } = await loadBasketReply(deps, request, false)
    return {
      success: added.length > 0,
      messages: [
        added.length > 0
          ? [formatAddedLines(added.length, remainingParts), ...notes].join(' ')
          : padMessages.noneReady,
      ],
      added: added.map(({ nr }) => nr),
      pad: serializePad({ ...pad, lines: remainingLines }),
      basket: { count, subtotal },
    }
  }

  const lookUpDeps = async (request: FastifyRequest): Promise<LookUpDeps> => {
    const { person } = await visitors.get(request)
    return { db, search: deps.search, companyId: person?.company?.id ?? null }
  }

  const enforcePadLimit = (request: FastifyRequest) => {
    const key = `pad:${toClientNetwork(request.ip)}`
    return enforceLimit(db, key, context.config.limits.padsPerMinute, 60, context.now(), padMessages.tooMany)
  }

  const enforceLineLimit = (request: FastifyRequest, lines: number) => {
    const key = `pad-lines:${toClientNetwork(request.ip)}`
    const limit = context.config.limits.padLinesPerMinute
    return enforceLimit(db, key, limit, 60, context.now(), padMessages.tooManyLines, lines)
  }
}

/** No line of a usual list is longer. */
const charactersPerLine = 40

/** What a list costs: its lines, or as many as its text would fill. */
const countLines = (rows: readonly SourceRow[]): number =>
  Math.max(rows.length, Math.ceil(measureRows(rows) / charactersPerLine))

/** Applies pressed suggestions, and removes lines whose part number was cleared. */
function applyCorrections(lines: readonly PadLineInput[] = []): PadLineInput[] {
  return lines
    .map(line => (line.use === '' ? line : { ...line, code: line.use }))
    .map(line => (line.use_quantity === '' ? line : { ...line, quantity: line.use_quantity }))
    .filter(({ code, isPart }) => code !== '' || !isPart)
}

function getRefusal({ chosen }: PadLine, refused: ReadonlyMap<number, { message: string }>): string | null {
  return chosen === null ? null : (refused.get(chosen)?.message ?? null)
}
