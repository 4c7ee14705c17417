import { ErrorSummary } from '../../ui/forms/ErrorSummary.tsx'
import { definePage } from '../../ui/page.ts'
import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountNavigation } from '../accounts/navigation.ts'
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
  users: CompanyUser[]
  waiting: WaitingRow[]
  waitingTotal: number
  decided: DecidedRow[]
  refused: RejectedReason | null
}

/** The page of a head buyer: approval requests, and whose orders need approval. */
export function ApprovalsPage(props: ApprovalsPageProps) {
  const { navigation, company, canDecide, users, waiting, waitingTotal, decided, refused } = props
  return (
    <AccountFrame navigation={navigation} current="approvals" title="User Permissions">
      {refused && (
        <noscript>
          <ErrorSummary errors={{ [reasonFieldId(refused.id)]: refused.error }} attempt={1} />
        </noscript>
      )}
      <WaitingOrders rows={waiting} total={waitingTotal} canDecide={canDecide} refused={refused} />
      <UsersForm users={users} company={company} />
      <DecidedOrders rows={decided} />
    </AccountFrame>
  )
}

export const approvalsPage = definePage('features/approvals/ApprovalsPage', ApprovalsPage)
