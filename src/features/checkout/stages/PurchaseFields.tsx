import { useSyncExternalStore } from 'react'
import type { FieldErrors } from '../../../lib/calls/field-checks.ts'
import { Field, TextField } from '../../../ui/forms/Field.tsx'
import { instructionsMaxLength } from '../draft/validate-order.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import type { Checkout } from './useCheckout.tsx'

type PurchaseField = 'purchase_order' | 'delivery_instructions'

interface PurchaseFieldsProps {
  /** Of the ids: the stage that has the fields. */
  prefix: 'purchase' | 'confirm'
  checkout: Checkout
  errors: FieldErrors
  onChange?: (field: PurchaseField) => void
  onBlur?: (field: PurchaseField, text: string) => void
}

/** The customer's order number, with the warning when it is empty (R-CHECKOUT-13), and the delivery instructions. */
export function PurchaseFields({ prefix, checkout, errors, onChange, onBlur }: PurchaseFieldsProps) {
  const { state, dispatch } = checkout
  const { purchaseOrder, deliveryInstructions } = state.draft
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
          error={errors.purchase_order}
          value={purchaseOrder}
          onChange={event => {
            dispatch({ type: 'draftChanged', change: { purchaseOrder: event.target.value } })
            onChange?.('purchase_order')
          }}
          onBlur={event => onBlur?.('purchase_order', event.target.value)}
        />
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

// Nothing while the field is empty: the hint has the limit.
function formatRemaining(remaining: number): string {
  if (remaining === instructionsMaxLength) return ''
  return remaining < 0 ? `${-remaining} too many` : `${remaining} left`
}

/**
 * A warning that can be suppressed permanently (R-CHECKOUT-13). It looks like a hint: it does not prevent the order, and
 * most private customers have no such number.
 */
function OrderNumberWarning() {
  const isEnabled = useSyncExternalStore(subscribe, readEnabled, () => true)
  if (!isEnabled) return null
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 note">
      <span>{lastStageMessages.orderNumberEmpty}</span>
      <span>(fine if you don’t use one)</span>
      <button
        type="button"
        className="min-h-11 cursor-pointer underline underline-offset-2 hover:text-ink"
        onClick={() => {
          localStorage.setItem(storageKey, 'off')
          for (const listener of listeners) listener()
        }}
      >
        Don’t warn me again
      </button>
    </p>
  )
}

const storageKey = 'order-number-warning'
const listeners = new Set<() => void>()

function readEnabled(): boolean {
  return localStorage.getItem(storageKey) !== 'off'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
