import type { ReactNode } from 'react'
import type { LayoutProps } from '../layout-props.ts'
import { deliveryLink, findOrderUrl, returnsLink, termsUrl } from '../nav.ts'

interface FooterColumnsProps extends Pick<LayoutProps, 'shop'> {
  /** 'Monday to Friday 7:30–17:30', a line each. */
  openingHours: string[]
  /** What ordinary delivery costs; null: nothing is delivered. */
  deliveryCharge: string | null
  collectionPoint: string | null
  seller: { address: string[]; companyNumber: string | null; vatNumber: string | null }
}

/** What each page of the shop links to and says of it at its end: drawn on the server only. */
export function FooterColumns({ shop, ...footer }: FooterColumnsProps) {
  return (
    <>
      <Help shop={shop} openingHours={footer.openingHours} />
      <Seller name={shop.name} {...footer.seller} />
      <Delivery {...footer} />
    </>
  )
}

function Help({ shop, openingHours }: Pick<FooterColumnsProps, 'shop' | 'openingHours'>) {
  if (shop.phone === null && shop.email === null && openingHours.length === 0) return null
  return (
    <Column heading="Help">
      {shop.phone !== null && <FooterLink url={shop.phoneUrl}>{shop.phone}</FooterLink>}
      {shop.email !== null && <FooterLink url={`mailto:${shop.email}`}>{shop.email}</FooterLink>}
      <Lines lines={openingHours} />
      {shop.takesOrders && <FooterLink url="/trade-account">Open a trade account</FooterLink>}
    </Column>
  )
}

function Delivery({
  deliveryCharge,
  collectionPoint,
}: Pick<FooterColumnsProps, 'deliveryCharge' | 'collectionPoint'>) {
  return (
    <Column heading="Delivery and returns" wide>
      {deliveryCharge !== null && <p className="max-w-72">{deliveryCharge}</p>}
      <FooterLink url={findOrderUrl}>Where is my order?</FooterLink>
      <FooterLink url={deliveryLink.url}>Delivery charges and days</FooterLink>
      {collectionPoint !== null && (
        <FooterLink url={`${deliveryLink.url}#collection`}>{`Collect from ${collectionPoint}`}</FooterLink>
      )}
      <FooterLink url={returnsLink.url}>Returns and refunds</FooterLink>
      <FooterLink url={termsUrl}>Terms of sale</FooterLink>
    </Column>
  )
}

function Seller({
  name,
  address,
  companyNumber,
  vatNumber,
}: { name: string } & FooterColumnsProps['seller']) {
  if (address.length === 0 && companyNumber === null && vatNumber === null) return null
  return (
    <Column heading={name}>
      <Lines lines={address} />
      {companyNumber !== null && <p>{`Company number ${companyNumber}`}</p>}
      {vatNumber !== null && <p>{`VAT number ${vatNumber}`}</p>}
    </Column>
  )
}

// `wide`: the whole width of a phone.
function Column({
  heading,
  wide = false,
  children,
}: {
  heading: string
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className={wide ? 'max-sm:col-span-2' : undefined}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <p>
      {lines.map(line => (
        <span key={line}>{line}</span>
      ))}
    </p>
  )
}

function FooterLink({ url, children }: { url: string; children: ReactNode }) {
  return <a href={url}>{children}</a>
}
