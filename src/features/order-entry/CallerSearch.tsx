import { pluralize } from '../../lib/count.ts'
import { ButtonLink } from '../../ui/Actions.tsx'
import { Card } from '../../ui/Card.tsx'
import { FindForm } from '../../ui/FindForm.tsx'
import { toCompanyUrl } from '../customers/customer.ts'
import { type CustomerOption, newCustomer } from './caller.ts'
import { type EntryEnd, entryUrl, toEntryUrl } from './entry.ts'
import type { EntryDraftItem } from './entry-view.ts'

export interface CallerSearchProps {
  find: string
  /** Null: nothing was searched for. */
  matches: CustomerOption[] | null
  /** Key of the form that a choice opens. */
  draft: string
  end: EntryEnd | null
  drafts: readonly EntryDraftItem[]
}

/** Whose order it is: the first step of the form. */
export function CallerSearch({ find, matches, draft, end, drafts }: CallerSearchProps) {
  const further: Record<string, string> = end === null ? {} : { end }
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
      <Card id="who" heading="Who is it for?">
        <div className="mt-3">
          <FindForm
            id="find"
            field="find"
            action={entryUrl}
            label="Customers"
            name="Find a customer"
            query={find}
            hint="By name, company, account number, email, telephone, postcode or order number."
            hidden={{ ...further, draft }}
            autoFocus={matches === null || matches.length === 0}
          />
        </div>
        {matches && <CustomerList matches={matches} find={find} toUrl={toUrl} />}
        <p className="mt-5">
          <ButtonLink href={toEntryUrl(draft, newCustomer, further)}>Somebody new</ButtonLink>
        </p>
      </Card>
      {drafts.length > 0 && (
        <Card id="drafts" heading="Not finished yet">
          <ul className="mt-3 divide-y divide-rule border-y border-rule">
            {drafts.map(({ key, customer, url, name, lineCount, savedAt }) => (
              <li key={url} className="flex items-center justify-between gap-3">
                <a href={url} className="flex min-h-12 flex-wrap items-baseline gap-x-3 py-2.5 hover:bg-wash">
                  <span className="link font-semibold">{name || 'No name yet'}</span>
                  <span className="note">
                    {pluralize(lineCount, 'line')} · {savedAt}
                  </span>
                </a>
                <form method="post" action={entryUrl}>
                  <input type="hidden" name="request_key" value={key} />
                  <input type="hidden" name="customer" value={customer} />
                  <button type="submit" name="discard" value="1" className="link min-h-8 text-sm">
                    Remove<span className="sr-only"> the order for {name || 'no name yet'}</span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )

  /** The order of somebody whose address was never verified is not put into an account of that address. */
  function toUrl({ id, email, isVerified, lastOrder, accountNumber }: CustomerOption): string {
    if (isVerified && id !== null) return toEntryUrl(draft, id, further)
    if (accountNumber !== '' && id === null) return `${toCompanyUrl(accountNumber)}#invite`
    return toEntryUrl(draft, newCustomer, { ...further, email, like: lastOrder })
  }
}

interface CustomerListProps {
  matches: CustomerOption[]
  find: string
  toUrl: (option: CustomerOption) => string
}

function CustomerList({ matches, find, toUrl }: CustomerListProps) {
  if (matches.length === 0)
    return <p role="status" className="mt-4">{`No customer is found by “${find}”.`}</p>
  return (
    <ul className="mt-4 border-t border-rule" aria-label="Customers">
      {matches.map((option, index) => (
        <li key={option.id ?? (option.lastOrder || option.accountNumber)} className="border-b border-rule">
          <a
            href={toUrl(option)}
            // biome-ignore lint/a11y/noAutofocus: Enter takes the first of those that were searched for
            autoFocus={index === 0}
            className="flex min-h-12 flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5 hover:bg-wash"
          >
            <CustomerFacts {...option} />
          </a>
        </li>
      ))}
    </ul>
  )
}

function CustomerFacts({ id, name, email, company, accountNumber, onStop, isVerified }: CustomerOption) {
  return (
    <>
      <span className="link font-semibold">{name || email}</span>
      <span className="text-sm wrap-anywhere text-steel">{email}</span>
      {company !== '' && (
        <span className="text-sm">
          {company !== name && company} <span className="code">{accountNumber}</span>
        </span>
      )}
      {!isVerified && <span className="text-sm font-semibold">Email not confirmed</span>}
      {id === null && accountNumber !== '' && (
        <span className="text-sm font-semibold">
          {email === '' ? 'Nobody orders for them yet: invite a person first' : 'Invited, not joined yet'}
        </span>
      )}
      {onStop && <span className="text-sm font-semibold text-danger">On stop</span>}
    </>
  )
}
