import type { SubmitEvent } from 'react'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Field, FieldError, TextField } from '../ui/Field.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { Continue } from './Continue.tsx'
import type { Checkout } from './checkout.ts'
import { checkInstructions, errorsOf, instructionsMaxLength } from './checks.ts'
import type { PaymentMethod } from './contract.ts'
import { methodOf, withAccountBilling } from './draft.ts'
import { checkoutWords, ownWords } from './messages.ts'
import { OrderNumberWarning } from './OrderNumberWarning.tsx'
import { forcedMethod, mayChangeMethod } from './stages.ts'
import { byId, useForm } from './useForm.tsx'

/** Stage 5: the buyer's own order number, a word for the driver, and how to pay. */
export function PurchaseStage({ checkout, phone }: { checkout: Checkout; phone: string }) {
  const { answers, loaded } = checkout
  const method = methodOf(answers, loaded.payment_methods)
  const form = useForm({
    ...checkInstructions(answers.instructions),
    ...(method ? {} : { payment_method: checkoutWords.paymentMethod }),
  })

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      const errors = await checkout.finish(5, { ...answers, method })
      return errors && errorsOf('purchase', errors)
    })
  }

  const { '': general, ...fields } = form.shown
  const left = instructionsMaxLength - answers.instructions.trim().length
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary errors={byId('purchase', fields)} lead={general} attempt={form.attempt} />
      )}
      <div className="space-y-5">
        <div>
          <TextField
            id="purchase-purchase_order"
            name="purchase_order"
            label="Order number"
            hint="Your own reference: it is printed on your paperwork"
            optional
            autoComplete="off"
            maxLength={50}
            error={fields.purchase_order}
            value={answers.purchaseOrder}
            onChange={event => checkout.set({ purchaseOrder: event.target.value })}
          />
          {answers.purchaseOrder.trim() === '' && <OrderNumberWarning />}
        </div>
        <Field
          id="purchase-delivery_instructions"
          label="Delivery instructions"
          optional
          hint={`${instructionsMaxLength} characters maximum`}
          error={fields.delivery_instructions}
        >
          {wiring => (
            <>
              <input
                {...wiring}
                name="delivery_instructions"
                autoComplete="off"
                className="input max-w-[52ch]"
                value={answers.instructions}
                onChange={event => {
                  checkout.set({ instructions: event.target.value })
                  form.touch('delivery_instructions')
                }}
                onBlur={event => form.leave('delivery_instructions', event.target.value)}
              />
              <p className={`mt-1 text-sm ${left < 0 ? 'text-danger' : 'text-steel'}`} aria-live="polite">
                {left < 0 ? `${-left} too many` : `${left} left`}
              </p>
            </>
          )}
        </Field>
        <Methods checkout={checkout} error={fields.payment_method} phone={phone} />
      </div>
      <Continue to={checkout.leadsTo(5)} isBusy={form.isBusy} />
    </form>
  )
}

interface MethodsProps {
  checkout: Checkout
  error: string | undefined
  phone: string
}

function Methods({ checkout, error, phone }: MethodsProps) {
  const { answers, loaded } = checkout
  const methods = loaded.payment_methods
  const forced = forcedMethod(
    answers.option?.code ?? '',
    methods.some(({ value }) => value === 'approval'),
  )
  if (forced) return <p className="border-l-4 border-link pl-3">{forcedWords[forced]}</p>
  if (methods.length === 0) {
    return (
      <p role="alert" className="border-l-4 border-danger pl-3 font-semibold">
        {ownWords.noPaymentMethods} {phone}
      </p>
    )
  }
  return (
    <fieldset id="purchase-payment_method" tabIndex={-1} disabled={!mayChangeMethod(checkout.placing)}>
      <legend className="font-semibold">Payment method</legend>
      <FieldError id="purchase-payment_method-error" text={error} />
      <div className="mt-1 space-y-2">
        {methods.map(({ name, value }) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-4 rounded border border-rule bg-surface px-4 py-3 has-checked:border-ink has-checked:bg-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name="payment_method"
              value={value}
              checked={answers.method === value}
              onChange={() => chooseMethod(checkout, value as PaymentMethod)}
              className="size-5 shrink-0"
            />
            {name}
          </label>
        ))}
      </div>
      {loaded.on_stop && answers.method === 'account' && (
        <p className="mt-3 border-l-4 border-late pl-3">{checkoutWords.onStop}</p>
      )}
    </fieldset>
  )
}

// Specification §4: on account, the bill goes to the account's own address.
function chooseMethod(checkout: Checkout, method: PaymentMethod): void {
  const reset = withAccountBilling(checkout.answers, method, checkout.addresses)
  checkout.set({ method, ...(reset && { billing: reset.billing }) })
  checkout.tell(reset && checkoutWords.billingReset)
  if (reset) showToast({ kind: 'info', text: checkoutWords.billingReset, ms: 10_000 })
}

const forcedWords: Partial<Record<PaymentMethod, string>> = {
  quote: 'You are asking for a quote: we price goods and carriage and write to you. Nothing is to pay now.',
  approval: 'Your orders need approval: this order goes to your head buyer first. Nothing is to pay now.',
}
