import type { ReactNode } from 'react'
import { TextLink } from '../../ui/Actions.tsx'
import { ColumnHeading } from '../../ui/ColumnHeading.tsx'
import { Price } from '../../ui/Price.tsx'
import { Stock } from '../../ui/Stock.tsx'
import { imageUrl } from '../media/links.ts'
import { AddToBasket, AskForQuote } from './AddToBasket.tsx'
import { nameMeasuresOnce, preventLineBreaks } from './details.ts'
import {
  getOrderAdvice,
  isInStock,
  type ListingGroup,
  type ListingRow,
  toNeutralOnRequest,
} from './listing.ts'
import { productMessages } from './messages.ts'

interface ListingTableProps {
  caption: string
  rows: ListingRow[]
  /** 'Tuesday 24 November', shown with what is in stock; null: no day can be promised. */
  deliveryDay?: string | null
}

/** The product listing (R-CATALOGUE-2): a table on wide screens, a card for each product on a phone. */
export function ListingTable({ rows, caption, deliveryDay = null }: ListingTableProps) {
  return (
    <ListingFrame caption={caption} isNoted={hasStockNote(rows, deliveryDay)}>
      <tbody className="block border-t border-rule md:table-row-group md:border-0">
        {rows.map(row => (
          <ListingTableRow key={row.id} row={row} deliveryDay={deliveryDay} />
        ))}
      </tbody>
    </ListingFrame>
  )
}

interface GroupedListingTableProps {
  caption: string
  groups: ListingGroup[]
  level: 2 | 3
  deliveryDay: string | null
}

export function GroupedListingTable({ groups, caption, level, deliveryDay }: GroupedListingTableProps) {
  const rows = groups.flatMap(group => [...group.rows, ...group.equivalents])
  return (
    <ListingFrame caption={caption} isNoted={hasStockNote(rows, deliveryDay)}>
      {groups.map(({ heading, rows, equivalents }) => (
        <tbody key={heading} className="block md:table-row-group">
          <GroupHeading level={level} text={heading} />
          {rows.map(row => (
            <ListingTableRow key={row.id} row={row} deliveryDay={deliveryDay} />
          ))}
          {equivalents.length > 0 && (
            <GroupHeading level={level === 2 ? 3 : 4} text={productMessages.equivalents} of={heading} />
          )}
          {equivalents.map(row => (
            <ListingTableRow key={row.id} row={row} deliveryDay={deliveryDay} />
          ))}
        </tbody>
      ))}
    </ListingFrame>
  )
}

/** Whether a row says more of its stock than how many there are. */
function hasStockNote(rows: readonly ListingRow[], deliveryDay: string | null): boolean {
  return deliveryDay !== null || rows.some(row => !isInStock(row) || getOrderAdvice(row) !== null)
}

// A heading cannot be in a th.
function GroupHeading({ level, text, of }: { level: 2 | 3 | 4; text: string; of?: string }) {
  const Heading = `h${level}` as const
  return (
    <tr className="block border-b border-rule md:table-row">
      <td colSpan={6} className={`block md:table-cell ${of === undefined ? 'pt-7 pb-1.5' : 'pt-4 pb-1.5'}`}>
        <Heading className={of === undefined ? 'text-lg' : 'text-base font-normal text-steel'}>
          {text}
          {of !== undefined && <span className="sr-only">: {of}</span>}
        </Heading>
      </td>
    </tr>
  )
}

interface ListingFrameProps {
  caption: string
  isNoted: boolean
  children: ReactNode
}

const columns = [
  ['Details', 'w-full pr-4'],
  ['Brand', 'hidden pr-3 xl:table-cell'],
  ['Price', 'pr-6 text-right lg:pr-4'],
  ['Stock', 'pr-4 md:min-w-32'],
  ['Buy Now', ''],
] as const

function ListingFrame({ caption, isNoted, children }: ListingFrameProps) {
  return (
    <table className={isNoted ? 'listing listing-noted' : 'listing'}>
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only md:not-sr-only md:table-header-group">
        <tr className="border-b border-ink text-left note">
          <ColumnHeading className="pr-4">
            <span className="sr-only">Image</span>
          </ColumnHeading>
          {columns.map(([name, className]) => (
            <ColumnHeading key={name} className={className}>
              {name}
            </ColumnHeading>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

function ListingTableRow({ row, deliveryDay }: { row: ListingRow; deliveryDay: string | null }) {
  const { title, facts } = nameMeasuresOnce(row.title, row.facts)
  return (
    <tr className="listing-row">
      <td>
        <RowPicture row={row} />
      </td>
      <td>
        <div className="listing-details">
          <TextLink href={row.url}>{preventLineBreaks(title)}</TextLink>
          <p>
            <span className="code">{row.code}</span>
            <span className="listing-brand">{row.brand}</span>
            {row.hint && <RowHint hint={row.hint} />}
          </p>
          {facts.length > 0 && <Facts facts={facts} />}
        </div>
      </td>
      <td>
        <RowBrand row={row} />
      </td>
      <td>
        {(row.price !== null || row.saleState !== 'discontinued') && (
          <Price exVat={row.price} incVat={row.priceIncVat} />
        )}
      </td>
      <td>
        <RowStock row={row} deliveryDay={deliveryDay} />
      </td>
      <td>
        <BuyNow row={row} />
      </td>
    </tr>
  )
}

function RowBrand({ row: { brand, brandLogo } }: { row: ListingRow }) {
  return brandLogo === null ? brand : <img src={brandLogo} alt={brand} loading="lazy" />
}

function RowHint({ hint: { name, value } }: { hint: NonNullable<ListingRow['hint']> }) {
  // 'JCB 3CX 2012-2018 + 2 more': the name alone is shortened.
  const [, first, more] = /^(.*?)(?: (\+ \d+ more))?$/.exec(value)!
  return (
    <span className="listing-hint">
      <span>{name}</span> <span className={name === 'fits' ? 'text-ink' : 'code text-ink'}>{first}</span>{' '}
      {more !== undefined && <small>{more}</small>}
    </span>
  )
}

// On a desktop only the facts that fit into one line are visible.
function Facts({ facts }: { facts: string[] }) {
  return (
    <div className="listing-facts">
      <ul>
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

// The parts of a listed product that tables and cards share.

/** Its stock, and the day of its delivery or whether it can be ordered. */
export function RowStock({ row, deliveryDay }: { row: ListingRow; deliveryDay: string | null }) {
  const advice = getOrderAdvice(row)
  return (
    <>
      <span className="listing-stock">
        <Stock {...toNeutralOnRequest(row.stock, row.saleState)} />
      </span>
      {deliveryDay !== null && isInStock(row) && <small>Delivery {deliveryDay}</small>}
      {advice !== null && <small>{advice}</small>}
    </>
  )
}

export function RowPicture({ row }: { row: ListingRow }) {
  if (!row.image) return <span className="block size-[3.125rem] rounded border border-rule bg-sunk" />
  const { filename, alt } = row.image
  return (
    <a href={row.url} tabIndex={-1} className="block size-[3.125rem]">
      <img
        src={imageUrl(filename, 50)}
        srcSet={`${imageUrl(filename, 100)} 2x`}
        alt={alt}
        width={50}
        height={50}
        loading="lazy"
        className="size-full rounded border border-rule bg-white object-contain"
      />
    </a>
  )
}

const linkButtonClass = 'button w-full md:min-h-10 md:w-auto'

interface BuyNowProps {
  row: ListingRow
  quantity?: number
}

/** Add, or where it cannot be bought a link to its page or to the form for a quote. */
export function BuyNow({ row, quantity }: BuyNowProps) {
  if (row.canBuy) return <AddToBasket id={row.id} code={row.code} quantity={quantity} compact />
  const viewLink = <ViewLink row={row} />
  if (row.saleState !== 'price_on_request') return viewLink
  return <AskForQuote code={row.code} className={linkButtonClass} fallback={viewLink} />
}

function ViewLink({ row }: { row: ListingRow }) {
  return (
    <a href={row.url} className={linkButtonClass}>
      View<span className="sr-only"> {row.code}</span>
    </a>
  )
}
