import { RadioField } from '../../../ui/forms/FormFields.tsx'
import { createChoiceProps } from '../../../ui/forms/field-props.ts'
import { AdminForm } from '../../back-office/AdminForm.tsx'
import { useStaffRight } from '../../back-office/AdminFrame.tsx'
import { freeReasons } from '../../orders/free-reason.ts'
import type { AdminOrderPageProps } from '../view.ts'

/** Of an order that was placed free of charge without a reason: managers give it. */
export function FreeReasonForm({ order, version, typed, errors }: AdminOrderPageProps) {
  const isManager = useStaffRight('manager')
  if (!order.needsFreeReason) return null
  const toChoice = createChoiceProps({ free_reason: typed.freeReason ?? '' }, errors)
  return (
    <div className="mb-6 border-l-4 border-amber bg-wash p-4">
      <p className="font-semibold">Nobody has said why this order is free of charge.</p>
      <p>
        {isManager
          ? 'Choose the reason: until then nothing is despatched.'
          : 'Nothing is despatched until a manager chooses the reason on this page.'}
      </p>
      {isManager && (
        <AdminForm action={`${order.url}/free-reason`} version={version} button="Save the reason">
          <RadioField {...toChoice('free_reason')} legend="Why" options={freeReasons} />
        </AdminForm>
      )}
    </div>
  )
}
