import type { ReactNode } from 'react'
import { servedContent } from '../../ui/Document.tsx'
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
  type ServedRow,
  toNeutralOnRequest,
} from './listing.ts'
import { productMessages } from './messages.ts'

interface ListingTableProps {
  caption: string
  rows: readonly (ListingRow | ServedRow)[]
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
  groups: readonly ListingGroup<ListingRow | ServedRow>[]
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
function hasStockNote(rows: readonly (ListingRow | ServedRow)[], deliveryDay: string | null): boolean {
  return (
    deliveryDay !== null ||
    rows.some(row => isWhole(row) && (!isInStock(row) || getOrderAdvice(row) !== null))
  )
}

// A heading cannot be in a th.
function GroupHeading({ level, text, of }: { level: 2 | 3 | 4; text: string; of?: string }) {
  const Heading = `h${level}` as const
  return (
    <tr className={of === undefined ? 'listing-group' : 'listing-group listing-subgroup'}>
      <td colSpan={6}>
        <Heading>
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

const columns = ['Details', 'Brand', 'Price', 'Stock', 'Buy Now']

function ListingFrame({ caption, isNoted, children }: ListingFrameProps) {
  return (
    <table className={isNoted ? 'listing listing-noted' : 'listing'}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">Image</span>
          </th>
          {columns.map(name => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  )
}

interface ListingTableRowProps {
  row: ListingRow | ServedRow
  deliveryDay: string | null
}

function ListingTableRow({ row, deliveryDay }: ListingTableRowProps) {
  return (
    <tr>
      {isWhole(row) ? <ProductCells row={row} deliveryDay={deliveryDay} /> : servedCells}
      <td>
        <BuyNow row={row} />
      </td>
    </tr>
  )
}

const servedCells = columns.map(name => <td key={name} {...servedContent} />)

const isWhole = (row: ListingRow | ServedRow): row is ListingRow => 'title' in row

function ProductCells({ row, deliveryDay }: ListingTableRowProps & { row: ListingRow }) {
  const { title, facts } = nameMeasuresOnce(row.title, row.facts)
  return (
    <>
      <td>
        <RowPicture row={row} />
      </td>
      <td>
        <div>
          <a href={row.url}>{preventLineBreaks(title)}</a>
          <p>
            <b>{row.code}</b>
            <i>{row.brand}</i>
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
    </>
  )
}

function RowBrand({ row: { brand, brandLogo } }: { row: ListingRow }) {
  return brandLogo === null ? brand : <img src={brandLogo} alt={brand} loading="lazy" />
}

function RowHint({ hint: { name, value } }: { hint: NonNullable<ListingRow['hint']> }) {
  // 'JCB 3CX 2012-2018 + 2 more': the name alone is shortened.
  const [, first, more] = /^(.*?)(?: (\+ \d+ more))?$/.exec(value)!
  return (
    <span>
      <i>{name}</i> <span className={name === 'fits' ? undefined : 'code'}>{first}</span>{' '}
      {more !== undefined && <small>{more}</small>}
    </span>
  )
}

// On a desktop only the facts that fit into one line are visible.
function Facts({ facts }: { facts: string[] }) {
  return (
    <ul>
      {facts.map(fact => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

// The parts of a listed product that tables and cards share.

/** Its stock, and the day of its delivery or whether it can be ordered. */
export function RowStock({ row, deliveryDay }: { row: ListingRow; deliveryDay: string | null }) {
  const advice = getOrderAdvice(row)
  return (
    <>
      <Stock {...toNeutralOnRequest(row.stock, row.saleState)} />
      {deliveryDay !== null && isInStock(row) && <small>Delivery {deliveryDay}</small>}
      {advice !== null && <small>{advice}</small>}
    </>
  )
}

/** `className`: outside the table, which styles its cells by their position. */
export function RowPicture({ row, className }: { row: ListingRow; className?: string }) {
  if (!row.image) return <span className={className} />
  const { filename, alt } = row.image
  return (
    <a href={row.url} tabIndex={-1} className={className}>
      <img src={imageUrl(filename, 50)} srcSet={`${imageUrl(filename, 100)} 2x`} alt={alt} loading="lazy" />
    </a>
  )
}

interface BuyNowProps {
  row: ServedRow
  quantity?: number
}

/** Add, or where it cannot be bought a link to its page or to the form for a quote. */
export function BuyNow({ row, quantity }: BuyNowProps) {
  if (row.canBuy !== false) return <AddToBasket id={row.id} code={row.code} quantity={quantity} compact />
  const viewLink = <ViewLink row={row} />
  if (row.saleState !== 'price_on_request') return viewLink
  return <AskForQuote code={row.code} fallback={viewLink} />
}

function ViewLink({ row }: { row: ServedRow }) {
  return (
    <a href={row.url} className="button">
      View<span className="sr-only">{` ${row.code}`}</span>
    </a>
  )
}
