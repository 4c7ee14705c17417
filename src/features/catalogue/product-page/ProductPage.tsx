import { formatPounds } from '../../../lib/money.ts'
import { StandaloneLink, TextLink } from '../../../ui/Actions.tsx'
import { Breadcrumbs } from '../../../ui/Breadcrumbs.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { CallLink, useShop } from '../../../ui/contact.tsx'
import { PhoneIcon } from '../../../ui/Icons.tsx'
import { Price } from '../../../ui/Price.tsx'
import { definePage } from '../../../ui/page.ts'
import { Stock } from '../../../ui/Stock.tsx'
import { useVisitor } from '../../../ui/visitor.tsx'
import { AddToBasket, AskForQuote } from '../AddToBasket.tsx'
import { preventLineBreaks } from '../details.ts'
import { getOrderAdvice, toNeutralOnRequest } from '../listing.ts'
import { formatOnRequest, productMessages } from '../messages.ts'
import { RecentlyViewed } from '../RecentlyViewed.tsx'
import { CrossReferences, Fitments } from './Fitments.tsx'
import { ProductPictures } from './ProductPictures.tsx'
import type { ProductPageProps } from './props.ts'
import {
  Alternatives,
  Equivalents,
  KitContents,
  PartOfKits,
  SearchEvidence,
  Supersession,
} from './RelatedProducts.tsx'

export function ProductPage(props: ProductPageProps) {
  return (
    <div className="wrap py-3 md:py-6">
      <Breadcrumbs crumbs={props.breadcrumbs} />
      {/* On a phone the name, a smaller picture, price, stock and Add are in the first screen (R-CATALOGUE-11). */}
      <div className="mt-2 grid gap-x-12 gap-y-4 md:grid-cols-2 md:grid-rows-[auto_1fr] md:gap-y-0 lg:grid-cols-[minmax(0,36.5625rem)_1fr]">
        <div className="min-w-0 md:col-start-2">
          <Title {...props} />
          <Supersession {...props} />
        </div>
        <ProductPictures pictures={props.pictures} />
        <div className="min-w-0 md:col-start-2">
          <PriceAndStock {...props} />
          <Alternatives alternatives={props.alternatives} />
          <AttributeTable facts={props.facts} />
          <PartOfKits {...props} />
        </div>
      </div>
      <Equivalents {...props} />
      <KitContents {...props} />
      {props.description !== '' && (
        <section className="mt-10 max-w-3xl">
          <h2 className="text-xl">About this filter</h2>
          <p className="mt-2 whitespace-pre-line">{props.description}</p>
        </section>
      )}
      {props.demo && (
        <p className="mt-10 rounded border border-l-4 border-rule border-l-late bg-surface px-4 py-3">
          {productMessages.demo}
        </p>
      )}
      <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <Fitments {...props} />
        <CrossReferences {...props} />
      </div>
      <RecentlyViewed
        current={{ code: props.code, title: props.title, image: props.pictures[0]?.filename ?? null }}
      />
    </div>
  )
}

export const productPage = definePage('features/catalogue/product-page/ProductPage', ProductPage)

function Title({ id, title, code, brand, type, searchMatch }: ProductPageProps) {
  return (
    <>
      <h1 className="text-xl md:text-2xl">{preventLineBreaks(title)}</h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 md:mt-2">
        <span className="code text-lg">{code}</span>
        <CopyButton text={code} what="part number" />
        {useVisitor().staffRights.includes('catalogue') && (
          <StandaloneLink href={`/admin/products/${id}`}>Edit this part</StandaloneLink>
        )}
        <span className="text-steel md:w-full">
          {[brand, type].filter(word => word !== '' && !title.startsWith(word)).join(' · ')}
        </span>
      </p>
      {searchMatch && <SearchEvidence match={searchMatch} />}
    </>
  )
}

function PriceAndStock(props: ProductPageProps) {
  const { id, code, price, priceIncVat, listPrice, priceBreaks, kitSaving, stock, saleState, canBuy } = props
  const promise = props.deliveryPromise ?? getOrderAdvice({ canBuy, saleState, stock })
  return (
    <section aria-label="Price and stock" className="md:mt-5">
      {(price !== null || saleState !== 'discontinued') && (
        <Price exVat={price} incVat={priceIncVat} size="page" />
      )}
      {listPrice !== null && (
        <p className="mt-1 text-steel">
          Your price; the list price is {formatPounds(listPrice)} <span className="text-sm">ex VAT</span>
        </p>
      )}
      {kitSaving && (
        <p className="mt-1 text-stock">
          Saves {formatPounds(kitSaving.saved)}: its filters cost {formatPounds(kitSaving.singly)} separately
          <span className="text-sm whitespace-nowrap text-steel"> ex VAT</span>
        </p>
      )}
      {priceBreaks.length > 0 && (
        <ul aria-label="Quantity prices, excluding VAT" className="mt-1 flex flex-wrap gap-x-5 text-steel">
          {priceBreaks.map(step => (
            <li key={step.from}>
              {step.from}+ {formatPounds(step.price)} <span className="text-sm">ex VAT</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-lg font-semibold md:mt-4">
        <Stock {...toNeutralOnRequest(stock, saleState)} />
      </p>
      {promise !== null && <p>{promise}</p>}
      <div className={`max-w-md ${canBuy ? 'mt-3 md:mt-4' : 'mt-1'}`}>
        {canBuy ? (
          <AddToBasket
            id={id}
            code={code}
            bar={<BarPrice code={code} price={price} priceIncVat={priceIncVat} />}
          />
        ) : saleState === 'price_on_request' ? (
          <PriceOnRequest code={code} />
        ) : (
          <NotForSale {...props} />
        )}
      </div>
    </section>
  )
}

function BarPrice({ code, price, priceIncVat }: Pick<ProductPageProps, 'code' | 'price' | 'priceIncVat'>) {
  return (
    <>
      <span className="code block truncate text-sm">{code}</span>
      <Price exVat={price} incVat={priceIncVat} />
    </>
  )
}

function PriceOnRequest({ code }: { code: string }) {
  const { phone, email } = useShop()
  if (phone === null && email === null) return null
  return (
    <>
      <p className="text-steel">{formatOnRequest({ phone, email })}</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <AskForQuote code={code} className="button button-next" />
        <CallButton />
      </p>
    </>
  )
}

function CallButton() {
  return (
    <CallLink className="button">
      {phone => (
        <>
          <PhoneIcon className="size-4" />
          Call {phone}
        </>
      )}
    </CallLink>
  )
}

function NotForSale({ successor, equivalents, alternatives }: ProductPageProps) {
  const { phone } = useShop()
  if (successor) return <p>{productMessages.replaced}</p>
  if (equivalents.some(({ canBuy }) => canBuy)) {
    return (
      <p>
        {productMessages.seeEquivalents}{' '}
        <TextLink href="#equivalents">{productMessages.equivalents}</TextLink>
      </p>
    )
  }
  if (alternatives.length > 0) return <p>{productMessages.seeInstead}</p>
  if (phone === null) return null
  return (
    <>
      <p>{productMessages.notForSale}</p>
      <div className="mt-3">
        <CallButton />
      </div>
    </>
  )
}

function AttributeTable({ facts }: Pick<ProductPageProps, 'facts'>) {
  if (facts.length === 0) return null
  return (
    <table className="mt-6 w-full">
      <caption className="sr-only">Measurements and properties</caption>
      <tbody>
        {facts.map(fact => (
          <tr key={fact.name} className="border-b border-rule first:border-t">
            <th scope="row" className="py-2 pr-4 text-left font-normal text-steel">
              {fact.name}
            </th>
            <td className="py-2 text-right">{fact.value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
