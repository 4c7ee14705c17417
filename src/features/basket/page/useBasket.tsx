import { useRef, useState } from 'react'
import type { Consignments } from '../../../lib/availability.ts'
import { emit } from '../../../ui/browser/events.ts'
import { RequestError, send } from '../../../ui/browser/send.ts'
import { showToast } from '../../../ui/Toasts.tsx'
import { useRestoredByBack } from '../../../ui/useRestoredByBack.tsx'
import { countPages } from '../basket.ts'
import type { SentLineEntry } from '../lines/line-entry-schema.ts'
import { basketMessages, noticeToastMs } from '../page-messages.ts'
import type { BasketItem, BasketReply, changeBasket } from '../schemas.ts'
import { countRows, toPence } from '../view.ts'
import type { QuantityResult } from './quantity-draft.ts'

export type BasketState = 'ready' | 'loading' | 'updating'

/** Changes something on the server and returns the basket after it, with the rows of the page. */
export type BasketRequest = (page: number) => Promise<BasketReply>

export interface LiveBasket {
  basket: BasketReply
  state: BasketState
  /** Queues a request: one runs at a time, and only the last reply is shown. Null when it failed. */
  run: (request: BasketRequest) => Promise<BasketReply | null>
  /** Sends the quantity of a row and waits until its basket is shown. `retry`: when it could not be sent. */
  setQuantity: (item: BasketItem, quantity: number, retry: () => Promise<void>) => Promise<QuantityResult>
  isRunning: () => boolean
  waitUntilSaved: () => Promise<void>
}

interface RunOptions {
  stateMeanwhile?: BasketState
  /** When the customer tries again; by default the same request. */
  retry?: () => unknown
}

/** The page's copy of the server's basket. It changes only when all requests are done, so totals never mix old and new. */
export function useBasket(initialBasket: BasketReply): LiveBasket {
  const [basket, setBasket] = useState(initialBasket)
  const [state, setState] = useState<BasketState>('ready')
  const latest = useRef(initialBasket)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const queueLength = useRef(0)
  /** By row: what sends a quantity again that could not be sent. */
  const unsent = useRef(new Map<string, () => Promise<void>>())
  const dismissFailure = useRef(() => {})

  function run(
    request: BasketRequest,
    { stateMeanwhile = 'updating', retry = () => run(request) }: RunOptions = {},
  ): Promise<BasketReply | null> {
    queueLength.current++
    setState(stateMeanwhile)
    const result = queue.current
      .then(() => request(latest.current.page ?? 1))
      .then(
        reply => {
          latest.current = reply
          dismissFailure.current()
          for (const text of listToastNotices(reply)) showToast({ kind: 'info', text, ms: noticeToastMs })
          return reply
        },
        (error: unknown) => {
          dismissFailure.current = showToast({
            kind: 'danger',
            text: error instanceof RequestError ? error.message : updateFailedMessage,
            action: { label: 'Try again', onAction: () => void retry() },
          })
          return null
        },
      )
    queue.current = result.then(showLatest)
    return result
  }

  function showLatest() {
    queueLength.current--
    if (queueLength.current > 0) return
    setBasket(latest.current)
    setState('ready')
    emit('basket', { count: latest.current.count, subtotal: toPence(latest.current.subtotal) })
  }

  const isRunning = () => queueLength.current > 0

  async function waitUntilSaved() {
    while (isRunning()) await queue.current
  }

  async function setQuantity(
    { rowId, name }: BasketItem,
    quantity: number,
    retry: () => Promise<void>,
  ): Promise<QuantityResult> {
    unsent.current.delete(rowId)
    const retryAll = () => {
      for (const each of [...unsent.current.values()]) void each()
    }
    const reply = await run(page => postBasket([{ rowId, qty: quantity }], page), { retry: retryAll })
    if (!reply) unsent.current.set(rowId, retry)
    await waitUntilSaved()
    if (!reply) return { kind: 'failed' }
    const row = reply.items.find(item => item.rowId === rowId)
    if (row?.qty === quantity) return { kind: 'saved' }
    // On another page the row may be there all the same.
    if (!row && countPages(countRows(reply)) === 1)
      showToast({ kind: 'danger', text: basketMessages.rowGone(name, quantity) })
    return { kind: 'refused', message: reply.notices?.[0] ?? basketMessages.rowChanged(quantity) }
  }

  // The restored page may show an old basket.
  useRestoredByBack(() => void run(page => postBasket(false, page), { stateMeanwhile: 'loading' }))

  return { basket, state, run, setQuantity, isRunning, waitUntilSaved }
}

/** A short row says so itself. */
const listToastNotices = ({ notices = [], problems = [] }: BasketReply): string[] =>
  notices.filter(notice => !problems.some(({ text, code }) => notice.startsWith(`${text}: ${code} `)))

/** The body of POST /basket: rows to change, or false to change nothing; on the basket page always with delivery. */
export function postBasket(
  changes: ({ rowId: string; qty?: number } & SentLineEntry)[] | false,
  page: number,
  consignments?: Consignments,
): Promise<BasketReply> {
  const body = { updated_items: changes, with_shipping: true, page, consignments }
  return send<typeof changeBasket>('POST /basket', { body })
}

const updateFailedMessage =
  'Your basket could not be updated. Nothing is lost: check your connection and try again.'
