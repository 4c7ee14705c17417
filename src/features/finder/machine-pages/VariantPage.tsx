import { useId } from 'react'
import { pluralize } from '../../../lib/count.ts'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { Pagination } from '../../../ui/Pagination.tsx'
import { Price } from '../../../ui/Price.tsx'
import { definePage } from '../../../ui/page.ts'
import { preventLineBreaks } from '../../catalogue/details.ts'
import { BuyNow, RowPicture, RowStock } from '../../catalogue/ListingTable.tsx'
import { searchMessages } from '../../search/messages.ts'
import { finderMessages } from '../messages.ts'
import { AddAll } from '../positions/AddAll.tsx'
import { MachineHeading } from './LinkGrid.tsx'
import type { BrandChoice, PositionChoices, VariantPageProps } from './machine-view.ts'

export function VariantPage(props: VariantPageProps) {
  const { name, modelType, image, breadcrumbs, positions, addAll, total, page, pages } = props
  return (
    <div className="wrap py-6">
      <Breadcrumbs crumbs={breadcrumbs} />
      <MachineHeading image={image} title={`Filters for ${name}`} kind={modelType} />
      <p className="mt-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <span className="text-lg">{total === 0 ? searchMessages.nothing : pluralize(total, 'filter')}</span>
        <span className="flex flex-wrap gap-x-6">
          {total > 0 && (
            <a href={props.newListUrl} className="link py-1">
              {finderMessages.newList}
            </a>
          )}
          <a href={props.finderUrl} className="link needs-script py-1">
            Choose another machine
          </a>
        </span>
      </p>
      {addAll && <AddAll offer={addAll} />}
      {positions.some(({ choices }) => choices.some(({ quantity }) => quantity === null)) && (
        <p className="mb-3 max-w-2xl note">{finderMessages.compareSameParts}</p>
      )}
      {positions.length > 0 && (
        <div className="border-t border-ink">
          {positions.map(position => (
            <Position key={position.heading} {...position} deliveryDay={props.deliveryDay} />
          ))}
        </div>
      )}
      <div className="mt-6">
        <Pagination page={page} pages={pages} url={props.pageUrl} label="Filters" />
      </div>
    </div>
  )
}

export const variantPage = definePage('features/finder/machine-pages/VariantPage', VariantPage)

function Position(props: PositionChoices & Pick<VariantPageProps, 'deliveryDay'>) {
  const { heading, title, facts, quantity, choices, deliveryDay } = props
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="gap-x-6 border-b border-rule py-5 lg:grid lg:grid-cols-[13rem_1fr]"
    >
      <div className="mb-3 lg:mb-0">
        <h2 id={headingId} className="text-lg">
          {heading}
        </h2>
        {title !== null && title !== heading && <p>{preventLineBreaks(title)}</p>}
        {quantity !== null && <p className="text-steel">Takes {quantity}</p>}
        {facts.length > 0 && <FactList facts={facts} />}
      </div>
      <ul className="grid content-start gap-3 md:grid-cols-2 xl:grid-cols-3">
        {choices.map(choice => (
          <Brand
            key={choice.row.id}
            choice={choice}
            isTitled={title === null}
            isCounted={quantity === null}
            isOnly={choices.length === 1}
            deliveryDay={deliveryDay}
          />
        ))}
      </ul>
    </section>
  )
}

interface BrandProps {
  choice: BrandChoice
  /** What the brands of a position do not have in common is on each card. */
  isTitled: boolean
  isCounted: boolean
  /** The card has the whole width. */
  isOnly: boolean
  deliveryDay: string | null
}

function Brand({ choice, isTitled, isCounted, isOnly, deliveryDay }: BrandProps) {
  const { row, quantity, isInAddAll } = choice
  const layout = isOnly
    ? 'md:col-span-full lg:grid lg:grid-cols-[minmax(0,1fr)_14rem_12.5rem] lg:items-center lg:gap-6'
    : ''
  return (
    <li className={`card buy-compact flex flex-col gap-2 p-3 ${layout} ${isInAddAll ? 'border-edge' : ''}`}>
      {/* A long number moves the price to the next line. */}
      <div className="flex flex-wrap gap-x-3 gap-y-1">
        <RowPicture row={row} className="row-picture" />
        <div className="grow">
          <p className="font-semibold">{row.brand}</p>
          <a href={row.url} className="link code inline-block">
            {row.code}
          </a>
          {isTitled && <p className="text-sm">{preventLineBreaks(row.title)}</p>}
          {isCounted && quantity !== null && <p className="note">Takes {quantity}</p>}
        </div>
        {(row.price !== null || row.saleState !== 'discontinued') && (
          <span className="ml-auto text-right">
            <Price exVat={row.price} incVat={row.priceIncVat} />
          </span>
        )}
      </div>
      <div className="grow text-sm [&_small]:block [&_small]:pl-4 [&_small]:text-sm [&_small]:text-steel">
        {row.hint && (
          <p className="text-steel">
            {finderMessages.samePart} {row.hint.name} <span className="code">{row.hint.value}</span>
          </p>
        )}
        {row.facts.length > 0 && <FactList facts={row.facts} />}
        <div className="flex flex-wrap justify-between gap-x-3">
          <div>
            <RowStock row={row} deliveryDay={deliveryDay} />
          </div>
          {isInAddAll && <span className="text-stock">{finderMessages.inAddAll}</span>}
        </div>
      </div>
      <BuyNow row={row} quantity={quantity ?? 1} />
    </li>
  )
}

// No fact breaks across lines.
function FactList({ facts }: { facts: string[] }) {
  return (
    <p className="note">
      {facts.map((fact, at) => (
        <span key={fact}>
          {at > 0 && ' · '}
          <span className="whitespace-nowrap">{fact}</span>
        </span>
      ))}
    </p>
  )
}
