import type { ReactNode } from 'react'
import { formatPounds } from '../../lib/money.ts'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import { onStopMessage } from '../accounts/messages.ts'
import type { AccountNavigation } from '../accounts/navigation.ts'
import type { OrderListItem } from '../orders/account/view.ts'
import { StateLabel } from '../orders/StateLabel.tsx'

export interface AccountPageProps {
  navigation: AccountNavigation
  name: string
  email: string
  isVerified: boolean
  company: { name: string; accountNumber: string; onStop: boolean } | null
  /** The most recent orders, newest first. */
  latest: OrderListItem[]
  /** Quotes that can be ordered now. */
  openQuotes: number
  /** The number of orders that wait for this head buyer's approval; null for everybody else. */
  awaitingApproval: number | null
}

/** The account overview: what needs attention, the latest orders, and who is signed in. */
export function AccountPage(props: AccountPageProps) {
  const { navigation, name, email, isVerified, company, openQuotes, awaitingApproval } = props
  return (
    <AccountFrame navigation={navigation} current="overview" title={`Hello ${name}`}>
      <div className="space-y-6">
        {company?.onStop && <p className="card border-l-4 border-l-danger px-5 py-4">{onStopMessage}</p>}
        {!isVerified && <UnverifiedNotice email={email} />}
        {(openQuotes > 0 || (awaitingApproval ?? 0) > 0) && (
          <ul className="grid gap-4 sm:grid-cols-2">
            {awaitingApproval !== null && awaitingApproval > 0 && (
              <PendingLink
                url="/account/approvals"
                count={awaitingApproval}
                noun="order"
                description="waiting for your approval"
              />
            )}
            {openQuotes > 0 && (
              <PendingLink
                url="/account/quotes"
                count={openQuotes}
                noun="quote"
                description="ready to order"
              />
            )}
          </ul>
        )}
        <LatestOrders rows={props.latest} />
        <dl className="card grid gap-4 p-5 sm:grid-cols-2">
          <Fact name="Signed in as">{email}</Fact>
          {company && (
            <Fact name="Account">
              {company.name} <span className="code">{company.accountNumber}</span>
            </Fact>
          )}
        </dl>
      </div>
    </AccountFrame>
  )
}

export const accountPage = definePage('features/home/AccountPage', AccountPage)

function UnverifiedNotice({ email }: { email: string }) {
  return (
    <section aria-labelledby="unverified" className="card border-l-4 border-l-amber px-5 py-4">
      <h2 id="unverified" className="text-lg">
        Please confirm your email address
      </h2>
      <p className="mt-1">
        We have sent a link to <strong className="wrap-anywhere">{email}</strong>. Until you use it, this
        account shows only what was ordered with it.
      </p>
      <form method="post" action="/account/verify" className="mt-3">
        <button type="submit" className="button">
          Send the link again
        </button>
      </form>
    </section>
  )
}

interface PendingLinkProps {
  url: string
  count: number
  /** In the singular. */
  noun: string
  description: string
}

function PendingLink({ url, count, noun, description }: PendingLinkProps) {
  return (
    <li>
      <a href={url} className="card flex items-baseline gap-3 border-l-4 border-l-amber p-5 hover:bg-sunk">
        <strong className="text-2xl">{count}</strong>
        <span>
          {count === 1 ? noun : `${noun}s`} {description}
        </span>
      </a>
    </li>
  )
}

function LatestOrders({ rows }: { rows: OrderListItem[] }) {
  return (
    <section aria-labelledby="latest" className="card p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h2 id="latest" className="text-lg">
          Latest orders
        </h2>
        {rows.length > 0 && (
          <a href="/account/orders" className="link inline-flex min-h-11 items-center">
            All orders
          </a>
        )}
      </div>
      {rows.length === 0 ? (
        <p className="mt-2">Nothing was ordered with this account yet.</p>
      ) : (
        <ul className="divide-y divide-rule">
          {rows.map(row => (
            <li key={row.reference} className="flex flex-wrap items-center gap-x-6 gap-y-1 py-3">
              <div className="min-w-0 grow basis-60">
                <a href={row.url} className="link code inline-flex min-h-6 items-center">
                  {row.reference}
                </a>
                <span className="block">
                  {row.goods}
                  {row.buyer !== null && <span className="text-steel"> · {row.buyer}</span>}
                </span>
                <span className="block text-sm text-steel">
                  {row.date}
                  {row.purchaseOrder !== '' && ` · ${row.purchaseOrder}`}
                </span>
              </div>
              <StateLabel state={row.state} />
              <span className="ml-auto font-semibold whitespace-nowrap">
                {formatPounds(row.total)} <span className="text-sm font-normal text-steel">inc VAT</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-steel">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
