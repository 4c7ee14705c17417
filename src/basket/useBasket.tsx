import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { tell } from '../ui/news.ts'
import { Refused, send } from '../ui/send.ts'
import { showToast } from '../ui/Toasts.tsx'
import type { BasketReply, changeBasket } from './contract.ts'
import { noticeToastMs, quantityPauseMs } from './page-words.ts'
import { penceOf } from './view.ts'

export type BasketState = 'ready' | 'loading' | 'updating'

/** Changes something on the server and answers the basket after it. */
export type BasketStep = () => Promise<BasketReply>

export interface LiveBasket {
  basket: BasketReply
  state: BasketState
  /** Takes its turn: one request at a time, and only the last answer is shown. False when it failed. */
  run: (step: BasketStep) => Promise<boolean>
  /** A quantity typed or stepped: sent after a pause, together with others that wait. */
  setQuantity: (rowId: string, quantity: number) => void
  /** Sends what waits at once (on leaving the field, on Enter). */
  flush: () => void
}

/** The basket of this page, kept true to the server's: totals never mix old and new (they change only when all is done). */
export function useBasket(first: BasketReply): LiveBasket {
  const [basket, setBasket] = useState(first)
  const [state, setState] = useState<BasketState>('ready')
  const latest = useRef(first)
  const chain = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const wanted = useRef(new Map<string, number>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function run(step: BasketStep, shown: BasketState = 'updating'): Promise<boolean> {
    waiting.current++
    setState(shown)
    const turn = chain.current.then(step).then(
      answer => {
        latest.current = answer
        for (const text of answer.notices ?? []) showToast({ kind: 'info', text, ms: noticeToastMs })
        return true
      },
      (error: unknown) => {
        showToast({
          kind: 'danger',
          text: error instanceof Refused ? error.message : failedWords,
          action: { label: 'Try again', onAction: () => void run(step) },
        })
        return false
      },
    )
    chain.current = turn.then(settle)
    return turn
  }

  function settle() {
    waiting.current--
    if (waiting.current > 0 || wanted.current.size > 0) return
    setBasket(latest.current)
    setState('ready')
    tell('basket', { count: latest.current.count, subtotal: penceOf(latest.current.subtotal) })
  }

  function flush() {
    clearTimeout(timer.current)
    if (wanted.current.size === 0) return
    const updated = [...wanted.current].map(([rowId, qty]) => ({ rowId, qty }))
    wanted.current.clear()
    void run(() => postBasket(updated))
  }

  function setQuantity(rowId: string, quantity: number) {
    const known = latest.current.items.find(item => item.rowId === rowId)
    if (known?.qty === quantity && waiting.current === 0) wanted.current.delete(rowId)
    else wanted.current.set(rowId, quantity)
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, quantityPauseMs)
  }

  // A page brought back by the Back button may be old.
  const refresh = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) void run(() => postBasket(false), 'loading')
  })
  useEffect(() => {
    addEventListener('pageshow', refresh)
    return () => removeEventListener('pageshow', refresh)
  }, [])

  return { basket, state, run, setQuantity, flush }
}

/** Specification §7: rows to change, or false to change nothing; on the basket page always with delivery. */
export function postBasket(updated: { rowId: string; qty: number }[] | false): Promise<BasketReply> {
  return send<typeof changeBasket>('POST /basket', { body: { updated_items: updated, with_shipping: true } })
}

const failedWords = 'Your basket could not be updated. Nothing is lost: check your connection and try again.'
