import { AccountFrame } from '../accounts/AccountFrame.tsx'
import type { AccountArea } from '../accounts/area.ts'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { definePage } from '../ui/page.ts'
import { DecidedOrders } from './DecidedOrders.tsx'
import { reasonFieldId } from './RejectOrder.tsx'
import type { RefusedReason } from './reason.ts'
import { type CompanyUser, UsersForm } from './UsersForm.tsx'
import type { DecidedRow, WaitingRow } from './view.ts'
import { WaitingOrders } from './WaitingOrders.tsx'

export interface ApprovalsPageProps {
  area: AccountArea
  company: string
  /** False: his own orders need approval. */
  mayDecide: boolean
  users: CompanyUser[]
  waiting: WaitingRow[]
  waitingTotal: number
  decided: DecidedRow[]
  refused: RefusedReason | null
}

/** Where a head buyer decides about orders, and says whose need him (specification §2). */
export function ApprovalsPage(props: ApprovalsPageProps) {
  const { area, company, mayDecide, users, waiting, waitingTotal, decided, refused } = props
  return (
    <AccountFrame area={area} current="approvals" title="User Permissions">
      {refused && (
        <noscript>
          <ErrorSummary errors={{ [reasonFieldId(refused.id)]: refused.error }} attempt={1} />
        </noscript>
      )}
      <WaitingOrders rows={waiting} total={waitingTotal} mayDecide={mayDecide} refused={refused} />
      <UsersForm users={users} company={company} />
      <DecidedOrders rows={decided} />
    </AccountFrame>
  )
}

export const approvalsPage = definePage('approvals/ApprovalsPage', ApprovalsPage)
