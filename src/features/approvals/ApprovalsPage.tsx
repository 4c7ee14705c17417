import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
import type { ApprovalAccount } from './ApproveOrder.tsx'
import { DecidedOrders } from './DecidedOrders.tsx'
import { reasonFieldId } from './RejectOrder.tsx'
import type { RejectedReason } from './reason.ts'
import { type CompanyUser, UsersForm } from './UsersForm.tsx'
import type { DecidedRow, WaitingRow } from './view.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

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

/** The page of a head buyer: approval requests, and whose orders need approval. */
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
