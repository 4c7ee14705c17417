import { ButtonLink, SubmitButton } from '../../../../ui/Actions.tsx'
import { Card } from '../../../../ui/Card.tsx'
import { type CustomerOption, newCustomer } from './new-quote.ts'

export const newQuoteUrl = '/admin/quotes/new'
const toCustomerUrl = (id: string | number) => `${newQuoteUrl}?customer=${id}`
/** The quote for an account whose address was never verified goes to the address only. */
const toOptionUrl = ({ id, email, isVerified }: CustomerOption) =>
  isVerified ? toCustomerUrl(id) : `${newQuoteUrl}?${new URLSearchParams({ customer: newCustomer, email })}`

interface CustomerSearchProps {
  find: string
  /** Null: nothing was searched for. */
  matches: CustomerOption[] | null
}

export function CustomerSearch({ find, matches }: CustomerSearchProps) {
  return (
    <Card id="who" heading="Who is it for?" className="max-w-3xl">
      <form method="get" action={newQuoteUrl} className="mt-3">
        <label htmlFor="find" className="block font-semibold">
          Find a customer
        </label>
        <p id="find-hint" className="note">
          By name, email address, company or account number.
        </p>
        <div className="mt-1 flex flex-wrap gap-3">
          <input
            id="find"
            name="find"
            type="search"
            defaultValue={find}
            autoComplete="off"
            aria-describedby="find-hint"
            className="input min-w-0 max-w-[36ch] flex-1"
          />
          <SubmitButton className="button-strong">Find</SubmitButton>
        </div>
      </form>
      {matches && <CustomerList matches={matches} find={find} />}
      <p className="mt-5">
        <ButtonLink href={toCustomerUrl(newCustomer)}>Somebody without an account</ButtonLink>
      </p>
    </Card>
  )
}

function CustomerList({ matches, find }: { matches: CustomerOption[]; find: string }) {
  if (matches.length === 0)
    return (
      <p
        role="status"
        className="mt-4"
      >{`No customer has “${find}” in the name, email address or account.`}</p>
    )
  return (
    <ul className="mt-4 border-t border-rule" aria-label="Customers">
      {matches.map(option => (
        <li key={option.id} className="border-b border-rule">
          <a
            href={toOptionUrl(option)}
            className="flex min-h-12 flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 hover:bg-wash"
          >
            <CustomerFacts {...option} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function CustomerFacts({ name, email, company, accountNumber, onStop, isVerified }: CustomerOption) {
  return (
    <>
      <span className="link font-semibold">{name || email}</span>
      <span className="text-sm wrap-anywhere text-steel">{email}</span>
      {company !== '' && (
        <span className="text-sm">
          {company} <span className="code">{accountNumber}</span>
        </span>
      )}
      {!isVerified && <span className="text-sm font-semibold">Email not confirmed</span>}
      {onStop && <span className="text-sm font-semibold text-danger">On stop</span>}
    </>
  )
}
