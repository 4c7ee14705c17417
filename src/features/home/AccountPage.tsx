import { SubmitButton } from '../../ui/Actions.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import { onStopMessage } from '../accounts/messages.ts'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { LatestOrders } from '../order-pages/account/LatestOrders.tsx'
import type { OrderListItem } from '../order-pages/account/view.ts'
import { PendingLinks } from './PendingLinks.tsx'

export interface AccountPageProps {
  navigation: AccountNavigation
  name: string
  email: string
  isVerified: boolean
  company: { name: string; accountNumber: string; onStop: boolean } | null
  latest: OrderListItem[]
  openQuotes: number
  /** The number of orders that wait for this head buyer's approval; null for everybody else. */
  awaitingApproval: number | null
}

export function AccountPage(props: AccountPageProps) {
  const { navigation, name, email, isVerified, company, openQuotes, awaitingApproval } = props
  return (
    <AccountFrame navigation={navigation} current="overview" title={`Hello ${name}`}>
      <div className="space-y-6">
        {company?.onStop && <p className="card border-l-4 border-l-danger px-5 py-4">{onStopMessage}</p>}
        {!isVerified && <UnverifiedNotice email={email} />}
        <PendingLinks openQuotes={openQuotes} awaitingApproval={awaitingApproval} />
        <LatestOrders rows={props.latest} />
        <dl className="card grid gap-4 p-5 sm:grid-cols-2">
          <Fact name="Signed in as" className="wrap-anywhere">
            {email}
          </Fact>
          {company && (
            <Fact name="Account" className="wrap-anywhere">
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
        <SubmitButton>Send the link again</SubmitButton>
      </form>
    </section>
  )
}
