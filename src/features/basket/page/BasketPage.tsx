import { type MouseEvent, useRef, useState } from 'react'
import type { BasisPoints } from '../../../lib/money.ts'
import { emit } from '../../../ui/browser/events.ts'
import { send } from '../../../ui/browser/send.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { definePage } from '../../../ui/page.ts'
import { showToast } from '../../../ui/Toasts.tsx'
import { countPages, type Leftover } from '../basket.ts'
import { linesPerPage } from '../limits.ts'
import { serializeLineEntry } from '../lines/line-entry.ts'
import { basketMessages, undoToastMs } from '../page-messages.ts'
import type {
  addSeveral,
  BasketItem,
  BasketReply,
  clearBasket,
  readBasket,
  removeVoucher,
} from '../schemas.ts'
import { countRows } from '../view.ts'
import { AddProducts } from './AddProducts.tsx'
import { BasketTable } from './BasketTable.tsx'
import type { QuantityResult } from './quantity-draft.ts'
import { ProblemSummary } from './RowProblems.tsx'
import { CheckoutBar, TotalsPanel, VoucherForm } from './TotalsPanel.tsx'
import { type BasketRequest, postBasket, useBasket } from './useBasket.tsx'

export interface BasketPageProps {
  basket: BasketReply
  notices: string[]
  /** What did not fit when a guest's basket was merged at sign-in. */
  leftovers: Leftover[]
  /** For the prices including VAT; the totals come from the server. */
  vatRate: BasisPoints
}

/** The last deletion, until something else is changed: it can be undone from the page too, not only from the toast. */
interface Deletion {
  name: string
  items: BasketItem[]
}

export function BasketPage(props: BasketPageProps) {
  const { basket: initialBasket, notices, leftovers, vatRate } = props
  const live = useBasket(initialBasket)
  const { basket, state, run } = live
  const [deletion, setDeletion] = useState<Deletion | null>(null)
  // Only the last deletion can be undone.
  const dismissUndo = useRef(() => {})
  const notice = useRef<HTMLDivElement>(null)
  const pages = countPages(countRows(basket))
  const isPaged = pages > 1

  async function deleteItems(
    items: BasketItem[],
    name: string,
    step: BasketRequest,
  ): Promise<QuantityResult> {
    if (!(await run(step))) return { kind: 'failed' }
    const deletion = { items, name }
    setDeletion(deletion)
    dismissUndo.current()
    dismissUndo.current = showToast({
      kind: 'info',
      text: `${name} removed`,
      ms: undoToastMs,
      action: { label: 'Undo', onAction: () => void undo(deletion) },
    })
    // The focused button was removed with its row.
    requestAnimationFrame(() => notice.current?.focus())
    return { kind: 'saved' }
  }

  /** What was typed last is saved first, and what cannot be saved is corrected first. */
  async function goToCheckout(event: MouseEvent<HTMLAnchorElement>) {
    const { href } = event.currentTarget
    if (!live.isRunning() && !findUnsavedField()) return
    event.preventDefault()
    await live.waitUntilSaved()
    // The results are rendered by the next frame.
    requestAnimationFrame(() => {
      const field = findUnsavedField()
      if (field) field.focus()
      else location.assign(href)
    })
  }

  async function undo({ items }: Deletion) {
    dismissUndo.current()
    setDeletion(null)
    await run(page => restoreItems(items, page))
  }

  async function clear() {
    const isSure = await confirm({
      title: 'Clear Basket',
      text: 'Take everything out of your basket?',
      confirmLabel: 'Clear Basket',
      cancelLabel: 'Keep everything',
    })
    if (!isSure) return
    // Undo needs the rows of the other pages too.
    const items = isPaged ? await loadItems() : basket.items
    await deleteItems(items, 'Everything', () => send<typeof clearBasket>('DELETE /basket', {}))
  }

  const isEmpty = countRows(basket) === 0
  return (
    <div className="wrap py-6 md:py-8">
      <div className="mb-4 flex items-baseline gap-4">
        <h1 className="text-2xl md:text-3xl">Basket</h1>
        <p role="status" className="note">
          {state === 'ready' ? '' : basketMessages[state]}
        </p>
      </div>
      {notices.map(text => (
        <p key={text} role="status" className="card mb-4 border-l-4 border-l-late px-4 py-3">
          {text}
        </p>
      ))}
      <ProblemSummary live={live} />
      {leftovers.length > 0 && <Leftovers leftovers={leftovers} />}
      <div ref={notice} tabIndex={-1} className="outline-none">
        {deletion && (
          <p className="card mb-4 flex flex-wrap items-center gap-x-4 border-l-4 border-l-link px-4 py-2">
            <span className="py-2">{deletion.name} removed.</span>
            <button
              type="button"
              className="link min-h-11 cursor-pointer font-semibold"
              onClick={() => void undo(deletion)}
            >
              Undo
            </button>
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
        <div className="min-w-0">
          {isEmpty ? (
            <Empty />
          ) : (
            <BasketTable
              live={live}
              vatRate={vatRate}
              onDelete={item =>
                deleteItems([item], item.name, page => postBasket([{ rowId: item.rowId, qty: 0 }], page))
              }
              onRemoveVoucher={code =>
                void run(async page => {
                  await send<typeof removeVoucher>('DELETE /basket/discount', { query: { code } })
                  return postBasket(false, page)
                })
              }
              onClear={() => void clear()}
            />
          )}
          {isPaged && (
            <div className="mb-8">
              <p className="mb-3 text-center note">{formatLineRange(basket)}</p>
              <Pagination page={basket.page ?? 1} pages={pages} url="/basket?" label="Basket" />
            </div>
          )}
          <AddProducts run={run} onAdded={() => setDeletion(null)} />
        </div>
        {!isEmpty && (
          <aside aria-label="Totals" className="lg:sticky lg:top-6">
            <TotalsPanel
              basket={basket}
              vatRate={vatRate}
              isUpdating={state !== 'ready'}
              onCheckout={goToCheckout}
            />
            <VoucherForm run={run} />
          </aside>
        )}
      </div>
      {!isEmpty && <CheckoutBar basket={basket} onCheckout={goToCheckout} />}
    </div>
  )
}

export const basketPage = definePage('features/basket/page/BasketPage', BasketPage)

const findUnsavedField = () =>
  document.querySelector<HTMLInputElement>('input[name^="updated_items"][aria-invalid]')

function Empty() {
  return (
    <div className="card mb-6 px-6 py-10 text-center">
      <p className="text-xl font-semibold">{basketMessages.empty}</p>
      <p className="mt-2 text-steel">
        Type the number on your filter in the search above, or add a part here.
      </p>
    </div>
  )
}

/** 'Lines 101 to 200 of 1,000'. */
function formatLineRange(basket: BasketReply): string {
  const { page = 1, items } = basket
  const first = (page - 1) * linesPerPage + 1
  return `Lines ${first} to ${first + items.length - 1} of ${countRows(basket).toLocaleString('en-GB')}`
}

async function loadItems(): Promise<BasketItem[]> {
  return (await send<typeof readBasket>('GET /basket', {})).items
}

/** Undo adds the deleted items again, as new rows. */
async function restoreItems(items: BasketItem[], page: number): Promise<BasketReply> {
  const { success, messages } = await send<typeof addSeveral>('POST /basket/add/several', {
    body: {
      items: items.map(item => ({
        product: item.product_id,
        quantity: item.qty,
        ...serializeLineEntry(item),
      })),
      page,
    },
  })
  if (!success && messages[0]) emit('addRefused', { text: messages[0] })
  return postBasket(false, page)
}

/** A list of this many lines is all that the order pad takes at once. */
const linesPerPad = 500

/** What did not fit into the account's basket at sign-in: to be put into the order pad, or dismissed (R-BASKET-9). */
function Leftovers({ leftovers }: { leftovers: readonly Leftover[] }) {
  const lines = leftovers.map(({ code, quantity }) => `${code} ${quantity}`)
  const lists = Array.from({ length: Math.ceil(lines.length / linesPerPad) }, (_, nth) =>
    lines.slice(nth * linesPerPad, (nth + 1) * linesPerPad).join('\n'),
  )
  const count = lines.length.toLocaleString('en-GB')
  return (
    <section aria-labelledby="leftovers" className="no-print card mb-4 border-l-4 border-l-late px-4 py-3">
      <h2 id="leftovers" className="text-base font-semibold">
        {lines.length === 1 ? '1 product' : `${count} products`} didn’t fit when you signed in
      </h2>
      <p className="mt-1">
        {lines.length === 1 ? 'It was' : 'They were'} in your basket before. Nothing is lost: order what is
        here first, then add the rest from the order pad.
      </p>
      <details>
        <summary className="link flex min-h-11 w-fit cursor-pointer items-center">Show the list</summary>
        <ul className="max-h-60 overflow-y-auto pb-2">
          {leftovers.map(({ code, quantity }, index) => (
            // The same product may be in the list twice, after two sign-ins.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <span className="code">{code}</span> × {quantity}
            </li>
          ))}
        </ul>
      </details>
      <div className="flex flex-wrap items-center gap-x-6">
        {lists.map((list, nth) => (
          <form key={list} method="post" action="/order-pad">
            <input type="hidden" name="text" value={list} />
            <button type="submit" className="link min-h-11 cursor-pointer font-semibold">
              Open {lists.length > 1 ? `part ${nth + 1} ` : ''}in the order pad
            </button>
          </form>
        ))}
        <form method="post" action="/basket">
          <input type="hidden" name="clear_leftovers" value="1" />
          <button type="submit" className="link min-h-11 cursor-pointer">
            Dismiss the list
          </button>
        </form>
      </div>
    </section>
  )
}
