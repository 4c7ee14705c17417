import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { accountExists } from '../accounts/contract.ts'
import { isEmail, normaliseEmail } from '../shared/email.ts'
import { ask } from '../ui/Dialog.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Field, TextField } from '../ui/Field.tsx'
import { send } from '../ui/send.ts'
import { splitName } from './address.ts'
import { Continue } from './Continue.tsx'
import type { Checkout } from './checkout.ts'
import { checkContact, errorsOf } from './checks.ts'
import type { ContactAnswer } from './draft.ts'
import { checkoutWords, ownWords } from './messages.ts'
import { loginBackHere } from './offerLogin.tsx'
import { byId, useForm } from './useForm.tsx'

// Specification §9.
const emailDebounceMs = 250

/** Stage 1: who has an account signs in; who has none goes on as a guest, side by side and equally easy. */
export function ContactStage({ checkout }: { checkout: Checkout }) {
  return (
    <div className="space-y-8">
      <section aria-labelledby="existing-customer">
        <h3 id="existing-customer" className="text-lg">
          Existing customer
        </h3>
        <p className="mt-1">Your addresses and terms are there when you sign in.</p>
        <a href="/login?redirectTo=/checkout" className="button mt-3">
          Login
        </a>
      </section>
      <section aria-labelledby="new-customer" className="border-t border-rule pt-6">
        <h3 id="new-customer" className="text-lg">
          Checkout as Guest
        </h3>
        <p className="mt-1 mb-4">We set up an account for you, so that you can follow your order.</p>
        <GuestForm checkout={checkout} />
      </section>
    </div>
  )
}

function GuestForm({ checkout }: { checkout: Checkout }) {
  const { answers, password, passwordKept } = checkout
  const { contact } = answers
  const form = useForm(checkContact({ ...contact, password }, { passwordKept }))
  const exists = useEmailCheck(contact.email, () => form.refuse({ email: checkoutWords.emailExists }))

  function type(field: keyof ContactAnswer, text: string) {
    checkout.set({ contact: { ...contact, [field]: text } })
    form.touch(field)
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    await form.submit(async () => {
      if (exists.current === normaliseEmail(contact.email)) return { email: checkoutWords.emailExists }
      const errors = await checkout.finish(1, { ...answers, delivery: withName(answers) })
      return errors && errorsOf('contact', errors)
    })
  }

  const text = (field: keyof ContactAnswer) => ({
    id: `contact-${field}`,
    name: field,
    value: contact[field],
    error: form.shown[field],
    onChange: (event: { target: { value: string } }) => type(field, event.target.value),
    onBlur: (event: { target: { value: string } }) => form.leave(field, event.target.value),
  })

  const { '': general, ...fields } = form.shown
  return (
    <form method="post" action="/checkout" onSubmit={submit} noValidate>
      {form.attempt > 0 && (
        <ErrorSummary
          errors={byId('contact', fields)}
          lead={general ?? (Object.keys(fields).length > 0 ? checkoutWords.contactInvalid : undefined)}
          attempt={form.attempt}
        />
      )}
      <div className="space-y-5">
        <TextField {...text('name')} label="Name" autoComplete="name" />
        <TextField
          {...text('email')}
          label="Email"
          hint="We send your order confirmation to this address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          checkout={checkout}
          error={form.shown.password}
          onTyped={() => form.touch('password')}
          onLeft={t => form.leave('password', t)}
        />
        <TextField
          {...text('telephone')}
          label="Telephone"
          hint="Only used for delivery problems"
          type="tel"
          autoComplete="tel"
        />
        <TextField
          {...text('vat')}
          label="TAX/EORI code"
          optional
          autoComplete="off"
          hint="Needed for customs outside the UK"
        />
      </div>
      <Continue to={checkout.leadsTo(1)} isBusy={form.isBusy} />
    </form>
  )
}

interface PasswordFieldProps {
  checkout: Checkout
  error: string | undefined
  onTyped: () => void
  onLeft: (text: string) => void
}

function PasswordField({ checkout, error, onTyped, onLeft }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const { password, passwordKept } = checkout
  return (
    <Field
      id="contact-password"
      label="Password"
      error={error}
      hint={
        checkout.isPasswordLost
          ? ownWords.passwordAgain
          : passwordKept
            ? 'Kept. Type a new one to change it'
            : 'At least 8 characters'
      }
    >
      {wiring => (
        <div className="flex max-w-[36ch] gap-2">
          <input
            {...wiring}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="new-password"
            className="input"
            value={password}
            onChange={event => {
              checkout.setPassword(event.target.value)
              onTyped()
            }}
            onBlur={event => onLeft(event.target.value)}
          />
          <button
            type="button"
            className="button needs-script px-4"
            aria-pressed={isShown}
            aria-label="Show password"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

// Asks, a moment after typing, whether the address has an account; its failure is only logged (Specification §8).
function useEmailCheck(typed: string, onExists: () => void) {
  const known = useRef<string | null>(null)
  const told = useRef(onExists)
  told.current = onExists
  const [firstTyped] = useState(typed)
  const wasTyped = useRef(false)
  if (typed !== firstTyped) wasTyped.current = true
  useEffect(() => {
    const email = normaliseEmail(typed)
    if (!wasTyped.current || !isEmail(email)) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const exists = await send<typeof accountExists>('POST /account/exists', {
          body: { email },
          signal: asking.signal,
        })
        if (!exists || known.current === email) return
        known.current = email
        told.current()
        await tellExisting()
      } catch (error) {
        if (!asking.signal.aborted) console.warn('The email check failed', error)
      }
    }, emailDebounceMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [typed])
  return known
}

async function tellExisting(): Promise<void> {
  const signsIn = await ask({
    title: checkoutWords.existingAccount,
    text: ownWords.signInOrReset,
    confirmLabel: 'Login',
    cancelLabel: 'Use another email',
  })
  if (signsIn) location.assign(loginBackHere())
  else document.getElementById('contact-email')?.focus()
}

// What was typed once is not asked again: name and telephone go into an address that is still empty.
function withName({ contact, delivery }: Checkout['answers']): Checkout['answers']['delivery'] {
  const { form } = delivery
  const names = form.firstname || form.surname ? {} : splitName(contact.name)
  return { ...delivery, form: { ...form, ...names, telephone: form.telephone || contact.telephone } }
}
