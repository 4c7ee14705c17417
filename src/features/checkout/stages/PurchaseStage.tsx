import { formatPounds } from '../../../lib/money.ts'
import { ContactText } from '../../../ui/contact.tsx'
import { Field, FieldError } from '../../../ui/forms/Field.tsx'
import { showToast } from '../../../ui/Toasts.tsx'
import { toPence } from '../../basket/view.ts'
import { freeReasons } from '../../orders/free-reason.ts'
import {
  validateApprovalNote,
  validateInstructions,
  validatePurchaseOrder,
  validateQuoteNote,
} from '../draft/validate-order.ts'
import { lastStageMessages } from '../last-stage-messages.ts'
import { checkoutMessages } from '../messages.ts'
import { methodNames } from '../payment-method.ts'
import type { PaymentMethod } from '../schemas.ts'
import { canChangeMethod, getForcedMethod } from '../stages.ts'
import { PurchaseFields } from './PurchaseFields.tsx'
import { getMethod, listPageMethods, needsApproval, resetToAccountBilling } from './state.ts'
import type { Checkout } from './useCheckout.tsx'
import { type Form, StageForm, useForm } from './useForm.tsx'

/** Stage 5: the customer's order number, delivery instructions and payment method. */
export function PurchaseStage({ checkout }: { checkout: Checkout }) {
  const { state, dispatch } = checkout
  const { draft } = state
  const method = getMethod(state)
  const form = useForm({
    ...validatePurchaseOrder(draft.purchaseOrder),
    ...validateInstructions(draft.deliveryInstructions),
    ...validateApprovalNote(draft.approvalNote),
    ...validateQuoteNote(draft.quoteNote),
    ...(method ? {} : { payment_method: lastStageMessages.paymentMethod }),
    ...(method === 'godmode' && draft.freeReason === '' ? { free_reason: lastStageMessages.freeReason } : {}),
  })

  return (
    <StageForm
      checkout={checkout}
      stage={5}
      form={form}
      prefix="purchase"
      send={() => checkout.sendStage(5, { ...draft, paymentMethod: method })}
    >
      <div className="space-y-5">
        <PurchaseFields
          prefix="purchase"
          checkout={checkout}
          errors={form.errors}
          onChange={form.handleChange}
          onBlur={form.handleBlur}
        />
        {getForcedMethod(draft.deliveryOption, needsApproval(state.loaded)) === 'approval' && (
          <NoteField
            name="approval_note"
            label="Note to your head buyer"
            hint="What it’s for. Your head buyer sees it with the order"
            rows={2}
            form={form}
            value={draft.approvalNote}
            onType={approvalNote => dispatch({ type: 'draftChanged', change: { approvalNote } })}
          />
        )}
        {draft.deliveryOption === 'quote' && (
          <NoteField
            name="quote_note"
            label="Note for your quote"
            hint="Such as the machine, or when you need it"
            rows={4}
            form={form}
            value={draft.quoteNote}
            onType={quoteNote => dispatch({ type: 'draftChanged', change: { quoteNote } })}
          />
        )}
        <Methods checkout={checkout} error={form.errors.payment_method} />
        {method === 'godmode' && (
          <Field id="purchase-free_reason" label="Why it is free of charge" error={form.errors.free_reason}>
            {controlProps => (
              <select
                {...controlProps}
                name="free_reason"
                className="input"
                value={draft.freeReason}
                onChange={({ target: { value: freeReason } }) => {
                  dispatch({ type: 'draftChanged', change: { freeReason } })
                  form.handleChange('free_reason')
                }}
              >
                {['', ...Object.values(freeReasons)].map(name => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
    </StageForm>
  )
}

interface NoteFieldProps {
  name: 'approval_note' | 'quote_note'
  label: string
  hint: string
  rows: number
  form: Form
  value: string
  onType: (text: string) => void
}

function NoteField({ name, label, hint, rows, form, value, onType }: NoteFieldProps) {
  return (
    <Field id={`purchase-${name}`} label={label} hint={hint} optional error={form.errors[name]}>
      {controlProps => (
        <textarea
          {...controlProps}
          name={name}
          rows={rows}
          className="input max-w-[52ch]"
          value={value}
          onChange={event => {
            onType(event.target.value)
            form.handleChange(name)
          }}
          onBlur={event => form.handleBlur(name, event.target.value)}
        />
      )}
    </Field>
  )
}

interface MethodsProps {
  checkout: Checkout
  error: string | undefined
}

function Methods({ checkout, error }: MethodsProps) {
  const { state, dispatch } = checkout
  const { draft, loaded, placing } = state
  const methods = listPageMethods(state)
  const chosen = getMethod(state)
  const forced = getForcedMethod(draft.deliveryOption, needsApproval(loaded))
  if (forced) return <p className="border-l-4 border-link pl-3">{forcedMethodMessages[forced]}</p>
  if (methods.length === 0) {
    return (
      <div role="alert" className="border-l-4 border-danger pl-3">
        <p className="font-semibold">
          <ContactText text={lastStageMessages.noPaymentMethods} />
        </p>
        <p className="mt-3 flex flex-wrap gap-3">
          <button
            type="button"
            className="button"
            onClick={() => dispatch({ type: 'stageEdited', stage: 3 })}
          >
            Ask for a quote instead
          </button>
          <a href="/basket" className="button">
            {checkoutMessages.returnToBasket}
          </a>
        </p>
      </div>
    )
  }
  return (
    <fieldset id="purchase-payment_method" tabIndex={-1} disabled={!canChangeMethod(placing)}>
      <legend className="font-semibold">Payment method</legend>
      <FieldError id="purchase-payment_method-error" text={error} />
      <div className="mt-1 space-y-2">
        {methods.map(value => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-4 rounded border border-rule bg-surface px-4 py-3 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name="payment_method"
              value={value}
              checked={chosen === value}
              onChange={() => chooseMethod(checkout, value)}
              className="size-5 shrink-0"
            />
            <span>
              {methodNames[value]}
              {value === 'account' && loaded.credit && (
                <span className="block note">
                  {`${formatPounds(toPence(Math.max(0, loaded.credit.left)))} of your credit is left`}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {loaded.on_stop && chosen === 'account' && (
        <p className="mt-3 border-l-4 border-late pl-3">{lastStageMessages.onStop}</p>
      )}
    </fieldset>
  )
}

function chooseMethod({ state, dispatch }: Checkout, method: PaymentMethod): void {
  const reset = resetToAccountBilling(state.draft, method, state.facts.addresses)
  dispatch({ type: 'methodChosen', method })
  if (reset?.isChanged) showToast({ kind: 'info', text: checkoutMessages.billingReset, ms: 10_000 })
}

const forcedMethodMessages: Partial<Record<PaymentMethod, string>> = {
  quote:
    'You’re asking for a quote: we’ll price goods and carriage and email you. There’s nothing to pay now.',
  approval:
    'Your orders need approval: this order goes to your head buyer first. There’s nothing to pay now.',
}
