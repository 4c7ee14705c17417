import { type ClipboardEvent, useState } from 'react'
import type { FieldErrors } from '../../../lib/field-checks.ts'
import { Field, TextField } from '../../../ui/forms/Field.tsx'
import { instructionsMaxLength } from '../draft/validate.ts'
import { checkoutMessages } from '../messages.ts'
import { OrderNumberWarning } from './OrderNumberWarning.tsx'
import type { Checkout } from './useCheckout.tsx'

interface PurchaseFieldsProps {
  /** Of the ids: the stage that has the fields. */
  prefix: 'purchase' | 'confirm'
  checkout: Checkout
  errors: FieldErrors
  onChange?: (field: 'delivery_instructions') => void
  onBlur?: (field: 'delivery_instructions', text: string) => void
}

/** The customer's order number, with the warning when it is empty (R-CHECKOUT-13), and the delivery instructions. */
export function PurchaseFields({ prefix, checkout, errors, onChange, onBlur }: PurchaseFieldsProps) {
  const { state, dispatch } = checkout
  const { purchaseOrder, deliveryInstructions } = state.draft
  const [isCut, setCut] = useState(false)
  const remaining = instructionsMaxLength - deliveryInstructions.trim().length
  return (
    <>
      <div>
        <TextField
          id={`${prefix}-purchase_order`}
          name="purchase_order"
          label="PO number"
          hint="Your own order number, if you have one: we print it on your paperwork"
          optional
          autoComplete="off"
          maxLength={purchaseOrderFieldLength}
          error={errors.purchase_order}
          onPaste={event => setCut(isPasteCut(event))}
          value={purchaseOrder}
          onChange={event =>
            dispatch({ type: 'draftChanged', change: { purchaseOrder: event.target.value } })
          }
        />
        {isCut && (
          <p role="alert" className="mt-1 text-sm text-late">
            {checkoutMessages.purchaseOrderCut(purchaseOrderFieldLength)}
          </p>
        )}
        {purchaseOrder.trim() === '' && <OrderNumberWarning />}
      </div>
      <Field
        id={`${prefix}-delivery_instructions`}
        label="Delivery instructions"
        optional
        hint={`${instructionsMaxLength} characters maximum`}
        error={errors.delivery_instructions}
      >
        {controlProps => (
          <>
            <input
              {...controlProps}
              name="delivery_instructions"
              autoComplete="off"
              className="input max-w-[52ch]"
              value={deliveryInstructions}
              onChange={event => {
                dispatch({ type: 'draftChanged', change: { deliveryInstructions: event.target.value } })
                onChange?.('delivery_instructions')
              }}
              onBlur={event => onBlur?.('delivery_instructions', event.target.value)}
            />
            <p className={`mt-1 text-sm ${remaining < 0 ? 'text-danger' : 'text-steel'}`} aria-live="polite">
              {formatRemaining(remaining)}
            </p>
          </>
        )}
      </Field>
    </>
  )
}

const purchaseOrderFieldLength = 50

// Nothing while the field is empty: the hint has the limit.
function formatRemaining(remaining: number): string {
  if (remaining === instructionsMaxLength) return ''
  return remaining < 0 ? `${-remaining} too many` : `${remaining} left`
}

// The browser cuts what is pasted beyond `maxLength` without a word.
function isPasteCut({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): boolean {
  const { value, selectionStart, selectionEnd } = currentTarget
  const remainingLength = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
  return remainingLength + clipboardData.getData('text').trim().length > purchaseOrderFieldLength
}
