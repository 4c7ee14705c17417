import { Fragment, type SubmitEvent, useState } from 'react'
import { formatPounds, multiply, pence, sum } from '../../../lib/money.ts'
import { Quantity } from '../../../ui/forms/Quantity.tsx'
import { definePage } from '../../../ui/page.ts'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { listsUrl } from '../list.ts'
import { listMessages } from '../messages.ts'
import { machineRange, parseMachineCount } from '../validate-list.ts'
import type { ListRow, OrderableLine } from '../view.ts'
import { OrderableLines } from './OrderableLines.tsx'

export interface OrderListPageProps {
  navigation: AccountNavigation
  list: ListRow
  lines: OrderableLine[]
}

/** A list to order or print; the QR code on a wallpaper opens it. */
export function OrderListPage({ navigation, list, lines }: OrderListPageProps) {
  const [machines, setMachines] = useState('1')
  const [isRefused, setRefused] = useState(false)
  const count = parseMachineCount(machines)
  const isWrong = isRefused && count === null
  const availableLines = lines.filter(({ row }) => row.canBuy)
  const unavailable = lines.filter(({ row }) => !row.canBuy)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    if (count !== null) return
    event.preventDefault()
    setRefused(true)
    event.currentTarget.querySelector<HTMLInputElement>('[name=machines]')?.focus()
  }

  return (
    <AccountFrame
      navigation={navigation}
      current="product-lists"
      title={list.name}
      action={
        <a href={list.url} className="button no-print">
          Edit this list
        </a>
      }
    >
      <p className="text-lg">{list.machine}</p>
      {list.fleetNumbers.length > 0 && <p className="text-steel">{list.fleetNumbers.join(', ')}</p>}
      {lines.length === 0 ? (
        <p className="card mt-6 max-w-xl p-6">{listMessages.emptyList}</p>
      ) : (
        <>
          <form
            method="post"
            action={`${list.orderUrl.replace(/order$/, '')}basket`}
            className="no-print card mt-6 flex flex-wrap items-end gap-x-6 gap-y-4 p-5"
            onSubmit={submit}
            noValidate
          >
            <div className={isWrong ? 'border-l-4 border-danger pl-3' : undefined}>
              <Quantity
                name="machines"
                label="For how many machines"
                value={machines}
                onChange={setMachines}
                range={machineRange}
                showLabel
                error={isWrong ? listMessages.machines : null}
              />
            </div>
            <button type="submit" className="button button-next min-h-12">
              Add whole list to basket
            </button>
            <p className="content-center sm:min-h-12" role="status">
              {formatTotal(availableLines, count ?? 1)}
            </p>
          </form>
          {unavailable.length > 0 && (
            <p className="no-print mt-4 border-l-4 border-late pl-3">
              Not available just now:{' '}
              {unavailable.map(({ row }, index) => (
                // A product may be on the list twice, and the rows are never reordered.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <Fragment key={index}>
                  {index > 0 && ', '}
                  <span className="code">{row.code}</span>
                </Fragment>
              ))}
              . Everything else will be added.
            </p>
          )}
          <OrderableLines lines={lines} machines={count ?? 1} />
        </>
      )}
      <p className="no-print mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <a href={listsUrl} className="link tap-target">
          All product lists
        </a>
        <button
          type="button"
          className="needs-script link min-h-11 cursor-pointer"
          onClick={() => void printWithPictures()}
        >
          Print this list
        </button>
      </p>
    </AccountFrame>
  )
}

export const orderListPage = definePage('features/product-lists/order/OrderListPage', OrderListPage)

function formatTotal(lines: OrderableLine[], machines: number): string {
  const prices = lines.map(({ row, quantity }) => multiply(row.price ?? pence(0), quantity * machines))
  return lines.length === 0
    ? 'Nothing on this list can be ordered just now.'
    : `${formatPounds(sum(prices))} ex VAT`
}

/** Prints the page once its pictures are loaded: lazy pictures further down would otherwise be missing. */
async function printWithPictures(): Promise<void> {
  const pictures = [...document.images]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.race([Promise.allSettled(pictures.map(picture => picture.decode())), waitAtMost()])
  print()
}

// After this the page is printed without the missing pictures.
const maxWaitMs = 5_000

function waitAtMost(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, maxWaitMs))
}
