import { formatPounds } from '../../lib/money.ts'
import { CodeLink } from '../../ui/Actions.tsx'
import { Section } from '../../ui/Card.tsx'
import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../ui/page.ts'
import { StateLabel } from '../../ui/StateLabel.tsx'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import { DeputyForm, toDeputyFieldId } from './DeputyForm.tsx'
import type { RejectedReason } from './messages.ts'
import { type CompanyUser, UsersForm } from './UsersForm.tsx'
import type { DecidedRow, DeputyFormState, WaitingRow } from './view.ts'
import { type ApprovalAccount, reasonFieldId, WaitingOrders } from './WaitingOrders.tsx'

export interface ApprovalsPageProps {
  navigation: AccountNavigation
  company: string
  /** Null: the head buyer cannot order on account. */
  account: ApprovalAccount | null
  /** Null: not a head buyer, but standing in for one. */
  users: CompanyUser[] | null
  /** Of the daily limits: the id of the field → its message. */
  limitErrors: Record<string, string>
  deputy: DeputyFormState
  waiting: WaitingRow[]
  waitingTotal: number
  page: number
  pages: number
  decided: DecidedRow[]
  refused: RejectedReason | null
}

export function ApprovalsPage(props: ApprovalsPageProps) {
  const { navigation, company, users, waiting, waitingTotal, decided, refused } = props
  const errors = {
    ...(refused && { [reasonFieldId(refused.id)]: refused.error }),
    ...props.limitErrors,
    ...Object.fromEntries(
      Object.entries(props.deputy.errors).map(([name, text]) => [toDeputyFieldId(name), text]),
    ),
  }
  return (
    <AccountFrame navigation={navigation} current="approvals" title="User Permissions">
      {Object.keys(errors).length > 0 && <ErrorSummary errors={errors} attempt={1} />}
      <WaitingOrders
        rows={waiting}
        total={waitingTotal}
        page={props.page}
        pages={props.pages}
        account={props.account}
        refused={refused}
      />
      {users && (
        <>
          <UsersForm users={users} company={company} errors={props.limitErrors} />
          <DeputyForm users={users} {...props.deputy} />
        </>
      )}
      <DecidedOrders rows={decided} />
    </AccountFrame>
  )
}

export const approvalsPage = definePage('features/approvals/ApprovalsPage', ApprovalsPage)

function DecidedOrders({ rows }: { rows: DecidedRow[] }) {
  if (rows.length === 0) return null
  return (
    <Section id="decided" heading="Decided" headingClassName="text-xl" className="mt-10">
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
    </Section>
  )
}
