import { useRef, useState } from 'react'
import type { Consignments } from '../../lib/availability.ts'
import { emit } from '../../ui/events.ts'
import { RequestError, send } from '../../ui/send.ts'
import { showToast } from '../../ui/Toasts.tsx'
import { useRestoredByBack } from '../../ui/useRestoredByBack.tsx'
import { noticeToastMs, quantityPauseMs } from './page-messages.ts'
import type { BasketReply, changeBasket } from './schemas.ts'
import { toPence } from './view.ts'

export type BasketState = 'ready' | 'loading' | 'updating'

/** Changes something on the server and returns the basket after it, with the rows of the page. */
export type BasketRequest = (page: number) => Promise<BasketReply>

export interface LiveBasket {
  basket: BasketReply
  state: BasketState
  /** Queues a request: one runs at a time, and only the last reply is shown. False when it failed. */
  run: (request: BasketRequest) => Promise<boolean>
  /** A typed or stepped quantity: sent after a pause, together with other pending ones. */
  setQuantity: (rowId: string, quantity: number) => void
  /** Sends the pending quantities at once (on leaving the field, on Enter). */
  flush: () => void
}

/** The page's copy of the server's basket. It changes only when all requests are done, so totals never mix old and new. */
export function useBasket(initialBasket: BasketReply): LiveBasket {
  const [basket, setBasket] = useState(initialBasket)
  const [state, setState] = useState<BasketState>('ready')
  const latest = useRef(initialBasket)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const queueLength = useRef(0)
  const pendingQuantities = useRef(new Map<string, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function run(request: BasketRequest, stateMeanwhile: BasketState = 'updating'): Promise<boolean> {
    queueLength.current++
    setState(stateMeanwhile)
    const result = queue.current
      .then(() => request(latest.current.page ?? 1))
      .then(
        reply => {
          latest.current = reply
          for (const text of listToastNotices(reply)) showToast({ kind: 'info', text, ms: noticeToastMs })
          return true
        },
        (error: unknown) => {
          showToast({
            kind: 'danger',
            text: error instanceof RequestError ? error.message : updateFailedMessage,
            action: { label: 'Try again', onAction: () => void run(request) },
          })
          return false
        },
      )
    queue.current = result.then(showLatest)
    return result
  }

  function showLatest() {
    queueLength.current--
    if (queueLength.current > 0 || pendingQuantities.current.size > 0) return
    setBasket(latest.current)
    setState('ready')
    emit('basket', { count: latest.current.count, subtotal: toPence(latest.current.subtotal) })
  }

  function flush() {
    clearTimeout(timer.current)
    if (pendingQuantities.current.size === 0) return
    const changes = [...pendingQuantities.current].map(([rowId, qty]) => ({ rowId, qty }))
    pendingQuantities.current.clear()
    void run(page => postBasket(changes, page))
  }

  function setQuantity(rowId: string, quantity: number) {
    const item = latest.current.items.find(row => row.rowId === rowId)
    if (item?.qty === quantity && queueLength.current === 0) pendingQuantities.current.delete(rowId)
    else pendingQuantities.current.set(rowId, quantity)
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, quantityPauseMs)
  }

  // The restored page may show an old basket.
  useRestoredByBack(() => void run(page => postBasket(false, page), 'loading'))

  return { basket, state, run, setQuantity, flush }
}

/** A short row says so itself. */
const listToastNotices = ({ notices = [], problems = [] }: BasketReply): string[] =>
  notices.filter(notice => !problems.some(({ text, code }) => notice.startsWith(`${text}: ${code} `)))

/** The body of POST /basket: rows to change, or false to change nothing; on the basket page always with delivery. */
export function postBasket(
  changes: { rowId: string; qty: number }[] | false,
  page: number,
  consignments?: Consignments,
): Promise<BasketReply> {
  const body = { updated_items: changes, with_shipping: true, page, consignments }
  return send<typeof changeBasket>('POST /basket', { body })
}

const updateFailedMessage =
  'Your basket could not be updated. Nothing is lost: check your connection and try again.'
