import { formatPounds, type Pence } from '../../lib/money.ts'
import { notOpenMessage } from '../../lib/not-open.ts'
import { TextLink } from '../../ui/Actions.tsx'
import { Lines } from '../../ui/Fact.tsx'
import { definePage } from '../../ui/page.ts'
import type { TariffRow, ZonePostcodes } from '../delivery/tariff.ts'
import { returnsLink, termsUrl } from '../layout/nav.ts'
import { ContactLinks, Section } from './ShopInformation.tsx'

export interface DeliveryTerms {
  /** '14:30', '14:30 (Friday 12:00)' */
  cutOff: string
  surcharges: { districts: string; price: Pence }[]
  freeFrom: Pence | null
  rows: TariffRow[]
  zones: ZonePostcodes[]
  hasPallets: boolean
  collection: { place: string; details: string[]; price: Pence; readyFrom: string } | null
}

/** As the operator has set it (R-PAGE-14). Null: the shop does not deliver yet. */
export function DeliveryPage({ delivery }: { delivery: DeliveryTerms | null }) {
  return (
    <div className="wrap py-8">
      <h1 className="text-2xl sm:text-3xl">Delivery and collection</h1>
      {delivery ? <Tariff {...delivery} /> : <p className="mt-3 max-w-prose text-lg">{notOpenMessage}</p>}
    </div>
  )
}

export const deliveryPage = definePage('features/home/DeliveryPage', DeliveryPage)

function Tariff({ cutOff, surcharges, freeFrom, rows, zones, hasPallets, collection }: DeliveryTerms) {
  return (
    <>
      <p className="mt-3 max-w-prose text-lg">
        Order by {cutOff} on a working day and what is in stock leaves the same day. Nothing leaves at
        weekends or on bank holidays of England and Wales. The checkout shows the day, and the price for your
        address, before you pay.
      </p>
      {rows.length > 0 && <TariffTable rows={rows} freeFrom={freeFrom} />}
      <div className="mt-10 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        {surcharges.length > 0 && (
          <Section heading="Surcharges">
            {surcharges.map(({ districts, price }) => (
              <p key={districts}>
                {formatPounds(price)} ex VAT on top for postcodes {districts}
              </p>
            ))}
          </Section>
        )}
        {collection && <Collection {...collection} />}
        <Section heading="If it’s not in stock">
          <p>
            Each part shows its stock, or when it is due. If we don’t know the day, we won’t promise one:
            we’ll tell you as soon as we do.
          </p>
        </Section>
        <Section heading="Heavy orders and other places">
          <p>
            {hasPallets && 'Orders over 30 kg go on a pallet. '}
            If the checkout has no price for your order or address, you can ask for a quote there: we’ll price
            goods and carriage together.
          </p>
          {rows.some(({ priceIncVat }) => priceIncVat === null) && (
            <p>Where the table says “No UK VAT”, import VAT and duty may be due on delivery.</p>
          )}
        </Section>
        <Section heading="When it arrives">
          <p>
            Count the parcels, and tell us as soon as you can about anything missing or damaged
            <ContactLinks before=": " />.
          </p>
          <p>
            If you buy as a consumer, the goods are at our risk until they are in your hands, or those of
            somebody you named. They’ll reach you within 30 days of the order, unless we agree another day.
          </p>
          <p>
            <TextLink href={returnsLink.url}>Returns and refunds</TextLink>
            {' · '}
            <TextLink href={termsUrl}>Terms of sale</TextLink>
          </p>
        </Section>
        {rows.length > 0 && <Postcodes zones={zones} />}
      </div>
    </>
  )
}

function TariffTable({ rows, freeFrom }: { rows: TariffRow[]; freeFrom: Pence | null }) {
  return (
    <section aria-labelledby="charges" className="mt-8">
      <h2 id="charges" className="text-xl">
        What delivery costs
      </h2>
      {freeFrom !== null && (
        <p className="mt-2">
          <strong>Next working day is free</strong> for orders with goods from {formatPounds(freeFrom)} ex
          VAT.
        </p>
      )}
      <table className="mt-4 w-full border-t border-edge text-left max-md:block">
        <caption className="sr-only">Delivery services, with their prices for an order</caption>
        <thead className="note max-md:sr-only">
          <tr className="border-b border-edge">
            {['Service', 'Where', 'When', 'ex VAT', 'inc VAT'].map((name, at) => (
              <th
                key={name}
                scope="col"
                className={`py-2 font-semibold ${at < 4 ? 'pr-4' : ''} ${at > 2 ? 'text-right' : ''}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map(row => (
            <ServiceRow key={row.name} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

const cell = 'py-3 pr-4 max-md:py-0 max-md:pr-0'

function ServiceRow({ row: { name, where, when, price, priceIncVat } }: { row: TariffRow }) {
  return (
    <tr className="border-b border-rule align-top max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:py-3">
      <th scope="row" className={`${cell} font-semibold max-md:col-start-1`}>
        {name}
      </th>
      <td className={`${cell} text-steel max-md:col-start-1 max-md:row-start-2`}>{where}</td>
      <td className={`${cell} max-md:col-start-1 max-md:row-start-3`}>{capitalise(when)}</td>
      <td className={`${cell} text-right whitespace-nowrap max-md:col-start-2 max-md:row-start-1`}>
        {formatPounds(price)}
        <span className="note md:hidden"> ex VAT</span>
      </td>
      <td className="py-3 text-right whitespace-nowrap max-md:col-start-2 max-md:row-start-2 max-md:py-0">
        {priceIncVat === null ? 'No UK VAT' : formatPounds(priceIncVat)}
        {priceIncVat !== null && <span className="note md:hidden"> inc VAT</span>}
      </td>
    </tr>
  )
}

function Collection({ place, details, price, readyFrom }: NonNullable<DeliveryTerms['collection']>) {
  return (
    <Section id="collection" heading={`Collect from ${place}`}>
      {details.length > 0 && (
        <p className="border-l-4 border-amber pl-3">
          <Lines lines={details} />
        </p>
      )}
      <p>
        {price === 0 ? 'Free. ' : `${formatPounds(price)} ex VAT. `}
        If you order before the cut-off, it’s ready the same working day from {readyFrom}; after it, the next
        working day from 10:00. Bring your order number.
      </p>
    </Section>
  )
}

function Postcodes({ zones }: { zones: ZonePostcodes[] }) {
  return (
    <Section heading="Postcode areas">
      <dl className="space-y-1">
        {zones.map(({ name, districts }) => (
          <div key={name} className="sm:flex sm:gap-4">
            <dt className="shrink-0 text-steel sm:w-40">{name}</dt>
            <dd>{districts}</dd>
          </div>
        ))}
      </dl>
      <p className="text-steel">All other postcodes of Great Britain are UK mainland.</p>
    </Section>
  )
}

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
