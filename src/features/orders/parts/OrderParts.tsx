import type { ReactNode } from 'react'
import type { OrderOrigin } from '../order.ts'
import type { ContactView } from './contact-view.ts'

/** Parts that the confirmation, the account's and the staff's pages share. */

export function Fact({
  name,
  className,
  children,
}: {
  name: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <div className={className}>
      <dt className="note">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A customer's name, e-mail address and telephone number. */
export function CustomerFact({
  name,
  customer,
  className,
}: {
  name: string
  customer: ContactView
  className?: string
}) {
  return (
    <Fact name={name} className={className}>
      <span className="block">{customer.name}</span>
      <a href={`mailto:${customer.email}`} className="link block w-fit wrap-anywhere max-md:py-2.5">
        {customer.email}
      </a>
      {customer.telephone !== '' && (
        <a href={customer.telephoneUrl} className="link block w-fit max-md:py-2.5">
          {customer.telephone}
        </a>
      )}
    </Fact>
  )
}

/** A link to an order or quote, by its reference. */
export function OrderLinkFact({ name, reference, url }: { name: string; reference: string; url: string }) {
  return (
    <Fact name={name}>
      <a href={url} className="link code">
        {reference}
      </a>
    </Fact>
  )
}

/** 'Request FH…, sent by Adam Prentice': what an order was made from. */
export function OriginFact({ origin }: { origin: OrderOrigin & { url: string } }) {
  const isQuote = origin.kind === 'quote'
  return (
    <Fact name={isQuote ? 'From quote' : 'From request'}>
      <a href={origin.url} className="link code">
        {origin.reference}
      </a>
      {!isQuote && <span className="block">sent by {origin.sender}</span>}
    </Fact>
  )
}

export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map(line => (
    <span key={line} className="block">
      {line}
    </span>
  ))
}
