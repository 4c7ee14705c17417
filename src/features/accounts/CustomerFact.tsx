import type { ContactView } from '../../lib/contact/contact-view.ts'
import { Fact } from '../../ui/Fact.tsx'

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
