import { useRef, useState } from 'react'
import type { BasisPoints } from '../shared/money.ts'
import { ask } from '../ui/Dialog.tsx'
import { definePage } from '../ui/page.ts'
import { send } from '../ui/send.ts'
import { showToast } from '../ui/Toasts.tsx'
import { AddProducts } from './AddProducts.tsx'
import { BasketTable } from './BasketTable.tsx'
import { BasketTotals } from './BasketTotals.tsx'
import type { addToBasket, BasketReply, clearBasket, removeVoucher } from './contract.ts'
import { pageWords, undoToastMs } from './page-words.ts'
import { postBasket, useBasket } from './useBasket.tsx'
import { VoucherForm } from './VoucherForm.tsx'

export interface BasketPageProps {
  basket: BasketReply
  /** What happened to it meanwhile: vouchers that left, with the reason. */
  notices: string[]
  /** 'tomorrow', beside 'Delivery', when it can be told. */
  deliveryText?: string
  /** For the prices including VAT, 20 % unless said otherwise; the sums come from the server. */
  vatRate?: BasisPoints
}

type Item = BasketReply['items'][number]

/** What was deleted last, until something else is changed: the way back stands in the page too, not only in a toast. */
interface Removed {
  name: string
  items: Item[]
}

export function BasketPage(props: BasketPageProps) {
  const { basket: first, notices, deliveryText, vatRate = standardRate } = props
  const live = useBasket(first)
  const { basket, state, run } = live
  const [removed, setRemoved] = useState<Removed | null>(null)
  // Only the last deletion can be taken back.
  const dismissUndo = useRef(() => {})
  const notice = useRef<HTMLDivElement>(null)

  async function takeOut(items: Item[], name: string, step: () => Promise<BasketReply>) {
    if (!(await run(step))) return
    const gone = { items, name }
    setRemoved(gone)
    dismissUndo.current()
    dismissUndo.current = showToast({
      kind: 'info',
      text: `${name} removed`,
      ms: undoToastMs,
      action: { label: 'Undo', onAction: () => void undo(gone) },
    })
    // The button that had the focus is gone with its row.
    requestAnimationFrame(() => notice.current?.focus())
  }

  async function undo({ items }: Removed) {
    dismissUndo.current()
    setRemoved(null)
    await run(() => putBack(items))
  }

  async function clear() {
    const isSure = await ask({
      title: 'Clear Basket',
      text: 'Take everything out of your basket?',
      confirmLabel: 'Clear Basket',
      cancelLabel: 'Keep everything',
    })
    if (isSure)
      await takeOut(basket.items, 'Everything', () => send<typeof clearBasket>('DELETE /basket', {}))
  }

  const isEmpty = basket.items.length === 0
  return (
    <div className="wrap py-6 md:py-8">
      <h1 className="text-2xl md:text-3xl">Basket</h1>
      <p role="status" className="min-h-6 text-sm text-steel">
        {state === 'ready' ? '' : pageWords[state]}
      </p>
      {notices.map(text => (
        <p key={text} role="status" className="card mb-4 border-l-4 border-l-late px-4 py-3">
          {text}
        </p>
      ))}
      <div ref={notice} tabIndex={-1} className="outline-none">
        {removed && (
          <p className="card mb-4 flex flex-wrap items-center gap-x-4 border-l-4 border-l-link px-4 py-2">
            <span className="py-2">{removed.name} removed.</span>
            <button
              type="button"
              className="link min-h-11 cursor-pointer font-semibold"
              onClick={() => void undo(removed)}
            >
              Undo
            </button>
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-10">
        <div className="min-w-0">
          {isEmpty ? (
            <Empty />
          ) : (
            <BasketTable
              live={live}
              vatRate={vatRate}
              onDelete={item =>
                void takeOut([item], item.name, () => postBasket([{ rowId: item.rowId, qty: 0 }]))
              }
              onRemoveVoucher={code =>
                void run(async () => {
                  await send<typeof removeVoucher>('DELETE /basket/discount', { query: { code } })
                  return postBasket(false)
                })
              }
              onClear={() => void clear()}
            />
          )}
          <AddProducts run={run} onAdded={() => setRemoved(null)} />
        </div>
        {!isEmpty && (
          <aside aria-label="Totals" className="lg:sticky lg:top-6">
            <BasketTotals basket={basket} deliveryText={deliveryText} isUpdating={state !== 'ready'} />
            <VoucherForm run={run} />
          </aside>
        )}
      </div>
    </div>
  )
}

export const basketPage = definePage('basket/BasketPage', BasketPage)

const standardRate = 2000 as BasisPoints

function Empty() {
  return (
    <div className="card px-6 py-10 text-center">
      <p className="text-xl font-semibold">{pageWords.empty}</p>
      <p className="mt-2 text-steel">
        Type the number on your filter in the search above, or add a part here.
      </p>
    </div>
  )
}

async function putBack(items: Item[]): Promise<BasketReply> {
  for (const { product_id, qty } of items) {
    const { success, messages } = await send<typeof addToBasket>('POST /basket/add/single', {
      body: { product: product_id, quantity: qty },
    })
    if (!success && messages[0]) showToast({ kind: 'danger', text: messages[0] })
  }
  return postBasket(false)
}
