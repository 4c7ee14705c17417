import type { ReactNode } from 'react'
import { CallLink, EmailLink } from '../../../ui/contact.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { deliveryLink, findOrderUrl, returnsLink, termsUrl } from '../nav.ts'
import { Newsletter } from './Newsletter.tsx'

/** Help comes first, at the same place on each page (R-UX-52), then what a sale needs to be trusted (R-PAGE-13). */
export function Footer({
  shop,
  footer,
  newsletter,
  flash,
}: Pick<LayoutProps, 'shop' | 'footer' | 'newsletter' | 'flash'>) {
  return (
    <footer className="no-print bg-bar text-sm text-bar-steel [--color-link:var(--color-amber)]">
      <div className="wrap grid grid-cols-2 gap-x-6 gap-y-8 py-10 lg:grid-cols-[1fr_1fr_1.3fr_1.5fr]">
        <Help shop={shop} openingHours={footer.openingHours} />
        <Seller name={shop.name} {...footer.seller} />
        <Delivery {...footer} />
        {newsletter && (
          <div className="max-sm:col-span-2">
            <Newsletter newsletter={newsletter} flash={flash} />
          </div>
        )}
      </div>
      <div className="border-t border-bar-rule">
        <div className="wrap flex flex-wrap justify-between gap-x-8 gap-y-1 py-4">
          <p>{shop.name}: replacement filters for machines at work</p>
          {shop.demo && <p className="text-amber">{layoutMessages.demo}</p>}
        </div>
      </div>
    </footer>
  )
}

function Help({ shop, openingHours }: Pick<LayoutProps, 'shop'> & { openingHours: string[] }) {
  if (shop.phone === null && shop.email === null && openingHours.length === 0) return null
  return (
    <Column heading="Help">
      {shop.phone !== null && <FooterLink url={shop.phoneUrl}>{shop.phone}</FooterLink>}
      {shop.email !== null && <FooterLink url={`mailto:${shop.email}`}>{shop.email}</FooterLink>}
      <Lines lines={openingHours} />
    </Column>
  )
}

function Delivery({ deliveryCharge, collectionPoint }: LayoutProps['footer']) {
  return (
    <Column heading="Delivery and returns" wide>
      {deliveryCharge !== null && <p className="max-w-72 py-1.5">{deliveryCharge}</p>}
      <FooterLink url={findOrderUrl}>Where is my order?</FooterLink>
      <FooterLink url={deliveryLink.url}>Delivery charges and days</FooterLink>
      {collectionPoint !== null && (
        <FooterLink url={`${deliveryLink.url}#collection`}>Collect from {collectionPoint}</FooterLink>
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
}: { name: string } & LayoutProps['footer']['seller']) {
  if (address.length === 0 && companyNumber === null && vatNumber === null) return null
  return (
    <Column heading={name}>
      <Lines lines={address} />
      {companyNumber !== null && <p className="pt-1.5">Company number {companyNumber}</p>}
      {vatNumber !== null && <p className="pt-1.5">VAT number {vatNumber}</p>}
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
      <h2 className="mb-1 text-base text-on-bar">{heading}</h2>
      {children}
    </section>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <p className="py-1.5">
      {lines.map(line => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </p>
  )
}

function FooterLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a
      href={url}
      className="flex min-h-8 w-fit items-center text-on-bar max-md:min-h-11 underline decoration-bar-steel underline-offset-3 hover:decoration-current"
    >
      {children}
    </a>
  )
}

/** The footer of the checkout: help, at the same place as on every page (R-UX-52). */
export function CheckoutFooter({ shop }: Pick<LayoutProps, 'shop'>) {
  const linkClass = 'link tap-target'
  return (
    <footer className="no-print border-t border-rule note">
      <section aria-labelledby="help-heading" className="wrap flex flex-wrap items-center gap-x-6 py-3">
        <h2 id="help-heading" className="text-sm max-sm:basis-full">
          Help
        </h2>
        <CallLink className={linkClass} />
        <EmailLink className={linkClass} />
        <a href={termsUrl} target="_blank" rel="noopener" className={linkClass}>
          Terms of sale<span className="sr-only"> (opens in new window)</span>
        </a>
        {shop.demo && <p className="ml-auto">{layoutMessages.demo}</p>}
      </section>
    </footer>
  )
}

const layoutMessages = {
  demo: 'Demo data, do not use for fitment',
} as const
