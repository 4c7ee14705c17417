import type { ReactNode } from 'react'
import { formatPounds, type Pence, pence } from '../../../lib/money.ts'
import { CodeLink } from '../../../ui/Actions.tsx'
import { ColumnHeading } from '../../../ui/ColumnHeading.tsx'
import { CheckIcon } from '../../../ui/Icons.tsx'
import { Price } from '../../../ui/Price.tsx'
import { Stock } from '../../../ui/Stock.tsx'
import { preventLineBreaks } from '../details.ts'
import { ListingTable } from '../ListingTable.tsx'
import { productMessages } from '../messages.ts'
import type { Evidence, MakerNumber } from './evidence.ts'
import type { Alternative, KitSaving, NamedProduct, ProductPageProps, SearchMatch } from './props.ts'

export function Supersession({ successor, predecessors }: ProductPageProps) {
  if (!successor && predecessors.length === 0) return null
  return (
    <div className="mt-4 rounded border border-l-4 border-rule border-l-link bg-surface px-4 py-3">
      {successor && (
        <p>
          <strong className="font-semibold">Replaced by</strong> <ProductLink product={successor} />
        </p>
      )}
      {predecessors.length > 0 && (
        <p>
          Replaces our <ProductCodes products={predecessors} />
        </p>
      )}
    </div>
  )
}

/** The same part of other brands: each with the reason, price, stock and delivery day. */
export function Equivalents({ equivalents, deliveryDay }: ProductPageProps) {
  if (equivalents.length === 0) return null
  return (
    <section id="equivalents" aria-labelledby="equivalents-heading" className="mt-10">
      <h2 id="equivalents-heading" className="text-xl">
        {productMessages.equivalents}
      </h2>
      <p className="mt-1 mb-2 text-steel">{productMessages.compareEquivalents}</p>
      <ListingTable rows={equivalents} caption={productMessages.equivalents} deliveryDay={deliveryDay} />
    </section>
  )
}

export function Alternatives({ alternatives }: { alternatives: Alternative[] }) {
  if (alternatives.length === 0) return null
  return (
    <section aria-labelledby="alternatives" className="mt-6">
      <h2 id="alternatives" className="text-lg">
        In stock instead
      </h2>
      <ul className="mt-1 border-t border-ink">
        {alternatives.map(part => (
          <li
            key={part.url}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-b border-rule py-2.5"
          >
            <div className="min-w-0">
              <ProductLink product={part} />
              <p className="note">
                <EvidenceNote evidence={part.evidence} />
              </p>
            </div>
            <div className="flex items-baseline gap-x-5 sm:text-right">
              <span className="text-sm">
                <Stock {...part.stock} />
              </span>
              <Price exVat={part.price} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function KitContents({ components, kitSaving, price }: ProductPageProps) {
  if (components.length === 0) return null
  return (
    <section aria-labelledby="kit" className="mt-10 max-w-3xl">
      <h2 id="kit" className="text-xl">
        In this kit
      </h2>
      <table className="mt-2 w-full">
        <caption className="sr-only">In this kit</caption>
        <thead>
          <tr className="border-b border-ink text-left note">
            <ColumnHeading className="pr-4">Qty</ColumnHeading>
            <ColumnHeading className="pr-4">Filter</ColumnHeading>
            <ColumnHeading className="text-right">Sold separately</ColumnHeading>
          </tr>
        </thead>
        <tbody>
          {components.map(part => (
            <tr key={part.url} className="border-b border-rule align-top">
              <td className="py-2 pr-4">{part.quantity}</td>
              <td className="py-2 pr-4">
                <ProductLink product={part} />
                {part.quantity > 1 && part.price !== null && (
                  <span className="block note">{`${part.quantity} at ${formatPounds(part.price)}`}</span>
                )}
              </td>
              <td className="py-2 text-right">
                <Price exVat={part.price === null ? null : pence(part.quantity * part.price)} />
              </td>
            </tr>
          ))}
        </tbody>
        {kitSaving && price !== null && <KitTotals saving={kitSaving} price={price} />}
      </table>
    </section>
  )
}

function KitTotals({ saving: { singly, saved }, price }: { saving: KitSaving; price: Pence }) {
  const lines = [
    ['All separately', formatPounds(singly)],
    ['In this kit', formatPounds(price)],
    ['You save', formatPounds(saved)],
  ] as const
  return (
    <tfoot>
      {lines.map(([name, amount]) => (
        <tr key={name} className="last:font-semibold last:text-stock">
          <th scope="row" colSpan={2} className="pt-2 pr-4 text-right font-[inherit]">
            {name}
          </th>
          <td className="pt-2 text-right whitespace-nowrap">
            {amount} <span className="text-sm font-normal text-steel">ex</span>
          </td>
        </tr>
      ))}
    </tfoot>
  )
}

/** The kits that have the part, and what staff say goes with it. */
export function PartOfKits({ kits, related }: Pick<ProductPageProps, 'kits' | 'related'>): ReactNode {
  return (
    <>
      {kits.length > 0 && (
        <p className="mt-4">
          Also in {kits.length === 1 ? 'the kit' : 'the kits'} <ProductCodes products={kits} />
        </p>
      )}
      {related.length > 0 && (
        <p className="mt-4">
          Goes with <ProductCodes products={related} />
        </p>
      )}
    </>
  )
}

function ProductLink({ product: { brand, code, title, url } }: { product: NamedProduct }) {
  return (
    <a href={url} className="link inline-block">
      {brand} <span className="code">{code}</span>{' '}
      <span className="text-ink">{preventLineBreaks(title)}</span>
    </a>
  )
}

function ProductCodes({ products }: { products: NamedProduct[] }) {
  return products.map(({ url, code }, index) => (
    <span key={url}>
      {index > 0 && ', '}
      <CodeLink href={url}>{code}</CodeLink>
    </span>
  ))
}

/** Why this product matches the searched number. Only a direct reference gets the tick. */
export function SearchEvidence({ match: { searchedNumber, evidence } }: { match: SearchMatch }) {
  const isDirect = evidence.kind === 'direct'
  return (
    <p
      className={`mt-4 flex items-start gap-2 rounded px-4 py-3 ${isDirect ? 'bg-wash' : 'border border-l-4 border-rule border-l-late bg-surface'}`}
    >
      {isDirect && <CheckIcon className="mt-0.5 size-5 text-stock" />}
      <span>{renderSentence(searchedNumber, evidence)}</span>
    </p>
  )
}

/** The same as a short phrase for a row: 'also replaces Donaldson P551712'. */
function EvidenceNote({ evidence }: { evidence: Evidence }) {
  switch (evidence.kind) {
    case 'direct':
      return (
        <>
          replaces <NumberOfMaker of={evidence.number} />
        </>
      )
    case 'listed':
      return <>this part is listed as replacing it</>
    case 'via':
      return (
        <>
          also replaces <NumberOfMaker of={evidence.number} />
        </>
      )
    case 'dimensions':
      return <>same dimensions</>
  }
}

function renderSentence(searchedNumber: MakerNumber, evidence: Evidence): ReactNode {
  switch (evidence.kind) {
    case 'direct':
      return (
        <>
          <strong className="font-semibold">Direct replacement</strong> for{' '}
          <NumberOfMaker of={searchedNumber} />, the number you searched
        </>
      )
    case 'listed':
      return (
        <>
          <NumberOfMaker of={searchedNumber} />, the number you searched, is listed as replacing this part;
          but not the other way round. Compare the measurements before you order.
        </>
      )
    case 'via':
      return (
        <>
          <strong className="font-semibold">Not a direct reference:</strong>{' '}
          <NumberOfMaker of={searchedNumber} />, the number you searched, and this part both replace{' '}
          <NumberOfMaker of={evidence.number} />. Compare the measurements before you order.
        </>
      )
    case 'dimensions':
      return (
        <>
          <strong className="font-semibold">Same dimensions</strong> as <NumberOfMaker of={searchedNumber} />,
          the number you searched. No cross-reference links the two: compare everything else before you order.
        </>
      )
  }
}

function NumberOfMaker({ of: { maker, code } }: { of: MakerNumber }) {
  return (
    <>
      {maker} <span className="code">{code}</span>
    </>
  )
}
