import { Fragment, type SubmitEvent, useState } from 'react'
import { formatPounds, multiply, pence, priceOnRequestText, sum } from '../../../lib/money.ts'
import { StandaloneLink, SubmitButton } from '../../../ui/Actions.tsx'
import { ColumnHeading, ColumnHeadings, TableHead } from '../../../ui/ColumnHeading.tsx'
import { Quantity } from '../../../ui/forms/Quantity.tsx'
import { definePage } from '../../../ui/page.ts'
import { Stock } from '../../../ui/Stock.tsx'
import { AccountFrame } from '../../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../../accounts/navigation.ts'
import { LineNotes } from '../../basket/lines/LineNotes.tsx'
import { Thumbnail } from '../../basket/Thumbnail.tsx'
import { AskForQuote } from '../../catalogue/AddToBasket.tsx'
import { preventLineBreaks } from '../../catalogue/details.ts'
import type { ListingRow } from '../../catalogue/listing.ts'
import { listsUrl } from '../list.ts'
import { listMessages } from '../messages.ts'
import { machineRange, parseMachineCount } from '../validate-list.ts'
import type { ListRow, OrderPart } from '../view.ts'

export interface OrderListPageProps {
  navigation: AccountNavigation
  list: ListRow
  parts: OrderPart[]
}

/** A list to order or print; the QR code on a wallpaper opens it. */
export function OrderListPage({ navigation, list, parts }: OrderListPageProps) {
  const [machines, setMachines] = useState('1')
  const [isRefused, setRefused] = useState(false)
  const count = parseMachineCount(machines)
  const isWrong = isRefused && count === null
  const available = parts.filter(({ row }) => row.canBuy)
  const unavailable = parts.filter(({ row }) => !row.canBuy)
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
      {parts.length === 0 ? (
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
            <SubmitButton className="button-next min-h-12">Add whole list to basket</SubmitButton>
            <p className="content-center sm:min-h-12" role="status">
              {formatTotal(available, count ?? 1)}
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
          <PartsTable parts={parts} machines={count ?? 1} />
        </>
      )}
      <p className="no-print mt-6 flex flex-wrap gap-x-6 gap-y-2">
        <StandaloneLink href={listsUrl}>All product lists</StandaloneLink>
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

function formatTotal(parts: OrderPart[], machines: number): string {
  const prices = parts.map(({ row, line }) => multiply(row.price ?? pence(0), line.quantity * machines))
  return parts.length === 0
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

/** The products of a list: on screen with prices and stock, in print with a box to tick. */
function PartsTable({ parts, machines }: { parts: OrderPart[]; machines: number }) {
  return (
    <table className="mt-6 w-full text-left max-sm:block">
      <caption className="sr-only">The parts of this list</caption>
      <TableHead className="max-sm:sr-only">
        <ColumnHeadings names={['Part', 'Position and interval']} className="pr-4" />
        <ColumnHeading className="pr-4 text-right">Quantity</ColumnHeading>
        <ColumnHeading className="no-print pr-4">Stock</ColumnHeading>
        <ColumnHeading className="no-print text-right">Each ex VAT</ColumnHeading>
      </TableHead>
      <tbody className="max-sm:block">
        {parts.map((part, index) => (
          // A product may be on the list twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are never reordered
          <Row key={index} part={part} machines={machines} />
        ))}
      </tbody>
    </table>
  )
}

// On a phone, aligned with the text and not with the picture.
const textIndent = 'max-sm:pl-[3.875rem]'

function Row({ part: { row, line, position, interval }, machines }: { part: OrderPart; machines: number }) {
  return (
    <tr className="border-b border-rule align-top max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-x-4 max-sm:py-3">
      <th scope="row" className="font-normal max-sm:col-span-2 sm:py-3 sm:pr-4">
        <span className="flex gap-3">
          <span aria-hidden="true" className="mt-3 hidden size-5 shrink-0 border border-ink print:block" />
          <Thumbnail image={row.image === null ? null : { ...row.image, alt: '' }} px={50} />
          <span className="min-w-0">
            <span className="code block text-lg">{row.code}</span>
            <a href={row.url} className="link -my-1 inline-block py-1">
              {preventLineBreaks(row.title)}
            </a>
            <LineNotes line={line} />
          </span>
        </span>
      </th>
      <td className={`text-sm max-sm:col-span-2 ${textIndent} sm:py-3.5 sm:pr-4`}>
        {position !== '' && <span className="sm:block">{position} </span>}
        {interval !== '' && <span className="whitespace-nowrap text-steel sm:block">{interval}</span>}
      </td>
      <td className={`whitespace-nowrap ${textIndent} sm:py-3 sm:pr-4 sm:text-right`}>
        <span className="font-semibold">
          <span className="sm:hidden">×</span>
          {(line.quantity * machines).toLocaleString('en-GB')}
        </span>
        {machines > 1 && <span className="block note">{line.quantity} per machine</span>}
      </td>
      <td
        className={`no-print text-sm whitespace-nowrap max-sm:order-last max-sm:col-span-2 ${textIndent} sm:py-3.5 sm:pr-4`}
      >
        <Stock {...row.stock} />
      </td>
      <td className="no-print text-right whitespace-nowrap sm:py-3">
        <PriceEach row={row} quantity={line.quantity * machines} />
      </td>
    </tr>
  )
}

function PriceEach({ row, quantity }: { row: ListingRow; quantity: number }) {
  if (row.price !== null) return formatPounds(row.price)
  if (row.saleState === 'discontinued') return null
  return (
    <>
      <span className="block">{priceOnRequestText}</span>
      <AskForQuote code={row.code} quantity={quantity} className="link inline-block py-2 text-sm sm:py-1" />
    </>
  )
}
