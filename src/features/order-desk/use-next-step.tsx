import { useStaffRight } from '../back-office/AdminFrame.tsx'
import { holdRights } from '../back-office/navigation.ts'
import type { AdminOrderView } from './view.ts'

type OrderStep = 'answer' | 'pay' | 'release' | 'announce' | 'despatch' | null

/** What the signed-in member of staff does next with an order: its button is the amber one. Null: nothing can go out yet. */
export function useNextStep(order: AdminOrderView): OrderStep {
  const { openMessages, amountDue, held, despatch } = order
  const canWrite = useStaffRight('sales')
  const canRelease = useStaffRight(holdRights)
  if (canWrite && openMessages.length > 0) return 'answer'
  if (canWrite && amountDue > 0) return 'pay'
  if (canRelease && held !== null) return 'release'
  if (canAnnounce(order)) return 'announce'
  return despatch?.lines.some(({ proposed }) => proposed > 0) ? 'despatch' : null
}

/** The customer can have the e-mail that the goods wait at the counter. */
export const canAnnounce = ({ despatch, pickListId }: AdminOrderView): boolean =>
  despatch?.isCollected === true &&
  despatch.readySince === null &&
  pickListId === null &&
  despatch.lines.some(({ proposed }) => proposed > 0)

export const getButtonClass = (isNext: boolean): string =>
  isNext ? 'button button-next' : 'button button-strong'
