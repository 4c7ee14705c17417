import { formatPounds } from '../../lib/money.ts'
import { CodeLink } from '../../ui/Actions.tsx'
import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../ui/page.ts'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import type { RejectedReason } from './messages.ts'
import { type CompanyUser, UsersForm } from './UsersForm.tsx'
import type { DecidedRow, WaitingRow } from './view.ts'
import { type ApprovalAccount, reasonFieldId, WaitingOrders } from './WaitingOrders.tsx'

export interface ApprovalsPageProps {
  navigation: AccountNavigation
  company: string
  /** False: the head buyer's own orders need approval. */
  canDecide: boolean
  /** Null: the head buyer cannot order on account. */
  account: ApprovalAccount | null
  users: CompanyUser[]
  waiting: WaitingRow[]
  waitingTotal: number
  page: number
  pages: number
  decided: DecidedRow[]
  refused: RejectedReason | null
}

export function ApprovalsPage(props: ApprovalsPageProps) {
  const { navigation, company, users, waiting, waitingTotal, decided, refused } = props
  return (
    <AccountFrame navigation={navigation} current="approvals" title="User Permissions">
      {refused && <ErrorSummary errors={{ [reasonFieldId(refused.id)]: refused.error }} attempt={1} />}
      <WaitingOrders
        rows={waiting}
        total={waitingTotal}
        page={props.page}
        pages={props.pages}
        canDecide={props.canDecide}
        account={props.account}
        refused={refused}
      />
      <UsersForm users={users} company={company} />
      <DecidedOrders rows={decided} />
    </AccountFrame>
  )
}

export const approvalsPage = definePage('features/approvals/ApprovalsPage', ApprovalsPage)

function DecidedOrders({ rows }: { rows: DecidedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="decided" className="mt-10">
      <h2 id="decided" className="text-xl">
        Decided
      </h2>
      <ul className="mt-3">
        {rows.map(row => (
          <li key={row.reference} className="border-t border-rule py-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <p className="flex flex-wrap items-baseline gap-x-4">
                <StateLabel state={row.state} />
                <CodeLink href={row.url}>{row.reference}</CodeLink>
              </p>
              <p className="whitespace-nowrap">
                {formatPounds(row.total)}
                <span className="note"> inc VAT</span>
              </p>
            </div>
            {row.reason !== '' && <p className="mt-1 wrap-anywhere">“{row.reason}”</p>}
            <p className="note">
              Requested by {row.sender}, {row.decidedBy === '' ? 'decided' : `decided by ${row.decidedBy}`}{' '}
              <time dateTime={row.iso}>{row.when}</time>
              {row.placed && (
                <>
                  {' '}
                  · placed as <CodeLink href={row.placed.url}>{row.placed.reference}</CodeLink>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
