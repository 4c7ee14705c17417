import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isEmail, toPlainEmail } from '../../../lib/contact/email.ts'
import { send } from '../../../ui/browser/send.ts'
import { confirm } from '../../../ui/Dialog.tsx'
import { Fact } from '../../../ui/Fact.tsx'
import { Field, TextField } from '../../../ui/forms/Field.tsx'
import type { accountExists } from '../../accounts/schemas.ts'
import type { DraftContact } from '../draft/draft.ts'
import { prefillAddress } from '../draft/opening-draft.ts'
import { validateContact } from '../draft/validate.ts'
import { checkoutMessages } from '../messages.ts'
import { getLoginUrl } from './dialogs.tsx'
import type { Checkout } from './useCheckout.tsx'
import { StageForm, useForm } from './useForm.tsx'

// R-CHECKOUT-8.
const emailDebounceMs = 250

/** Stage 1: login for customers with an account, and guest checkout, equally prominent; of who is signed in, the account. */
export function ContactStage({ checkout }: { checkout: Checkout }) {
  if (!checkout.state.facts.isGuest) return <MemberContact checkout={checkout} />
  return (
    <div className="space-y-8">
      <section aria-labelledby="existing-customer">
        <h3 id="existing-customer" className="text-lg">
          Existing customer
        </h3>
        <p className="mt-1">Sign in to use your saved addresses and account terms.</p>
        <a href="/login?redirectTo=/checkout" className="button mt-3">
          Login
        </a>
      </section>
      <section aria-labelledby="new-customer" className="border-t border-rule pt-6">
        <h3 id="new-customer" className="text-lg">
          Checkout as Guest
        </h3>
        <p className="mt-1 mb-4">We’ll set up an account for you, so you can follow your order.</p>
        <GuestForm checkout={checkout} />
      </section>
    </div>
  )
}

/** What the order will have from the account: it is changed there, and what was entered here stays. */
function MemberContact({ checkout }: { checkout: Checkout }) {
  const { draft } = checkout.state
  const { name, email, telephone } = draft.contact
  const form = useForm({})
  return (
    <StageForm
      checkout={checkout}
      stage={1}
      form={form}
      prefix="contact"
      send={() => checkout.sendStage(1, draft)}
    >
      <p>This is who you’re signed in as. We’ll send your order confirmation to this email address.</p>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
        <Fact name="Name">{name}</Fact>
        <Fact name="Email">
          <span className="wrap-anywhere">{email}</span>
        </Fact>
        {telephone !== '' && <Fact name="Telephone">{telephone}</Fact>}
      </dl>
      <a href="/account/details" className="link mt-2 tap-target">
        Change your details in your account
      </a>
    </StageForm>
  )
}

function GuestForm({ checkout }: { checkout: Checkout }) {
  const { state, dispatch } = checkout
  const { draft, password, isPasswordStored } = state
  const { contact } = draft
  const form = useForm(validateContact({ ...contact, password }, { isPasswordStored }))
  const existingEmail = useEmailCheck(contact.email, () =>
    form.addErrors({ email: checkoutMessages.emailExists }),
  )

  function changeField(field: keyof DraftContact, text: string) {
    dispatch({ type: 'draftChanged', change: { contact: { ...contact, [field]: text } } })
    form.handleChange(field)
  }

  async function send() {
    if (existingEmail.current === toPlainEmail(contact.email)) {
      return { email: checkoutMessages.emailExists }
    }
    return checkout.sendStage(1, {
      ...draft,
      delivery: prefillAddress(draft.delivery, contact),
      billing: prefillAddress(draft.billing, contact),
    })
  }

  const getFieldProps = (field: keyof DraftContact) => ({
    id: `contact-${field}`,
    name: field,
    value: contact[field],
    error: form.errors[field],
    onChange: (event: { target: { value: string } }) => changeField(field, event.target.value),
    onBlur: (event: { target: { value: string } }) => form.handleBlur(field, event.target.value),
  })

  return (
    <StageForm
      checkout={checkout}
      stage={1}
      form={form}
      prefix="contact"
      lead={Object.keys(form.errors).length > 0 ? checkoutMessages.contactInvalid : undefined}
      send={send}
    >
      <div className="space-y-5">
        <TextField {...getFieldProps('name')} label="Name" autoComplete="name" />
        <TextField
          {...getFieldProps('email')}
          label="Email"
          hint="We’ll send your order confirmation to this address"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          checkout={checkout}
          error={form.errors.password}
          onTyped={() => form.handleChange('password')}
          onLeave={text => form.handleBlur('password', text)}
        />
        <TextField
          {...getFieldProps('telephone')}
          label="Telephone"
          hint="Only used for delivery problems"
          type="tel"
          autoComplete="tel"
        />
      </div>
    </StageForm>
  )
}

interface ContactPasswordProps {
  checkout: Checkout
  error: string | undefined
  onTyped: () => void
  onLeave: (text: string) => void
}

function PasswordField({ checkout, error, onTyped, onLeave }: ContactPasswordProps) {
  const [isVisible, setVisible] = useState(false)
  const { password, isPasswordStored, isPasswordLost } = checkout.state
  return (
    <Field
      id="contact-password"
      label="Password"
      error={error}
      hint={
        isPasswordLost
          ? checkoutMessages.passwordAgain
          : isPasswordStored
            ? 'Kept. Type a new one to change it'
            : 'At least 8 characters'
      }
    >
      {controlProps => (
        <div className="flex max-w-[36ch] gap-2">
          <input
            {...controlProps}
            name="password"
            type={isVisible ? 'text' : 'password'}
            autoComplete="new-password"
            className="input"
            value={password}
            onChange={event => {
              checkout.dispatch({ type: 'passwordTyped', password: event.target.value })
              onTyped()
            }}
            onBlur={event => onLeave(event.target.value)}
          />
          <button
            type="button"
            className="button needs-script px-4"
            aria-pressed={isVisible}
            aria-label="Show password"
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  )
}

/**
 * Checks, shortly after typing, whether the address has an account; a failure is only logged (R-CHECKOUT-8). Returns the
 * typed address once it is known to have one. The alert comes again when the address was another one meanwhile.
 */
function useEmailCheck(typedEmail: string, onExists: () => void) {
  const existingEmail = useRef<string | null>(null)
  const isFirstRun = useRef(true)
  const handleExisting = useEffectEvent(async (email: string) => {
    onExists()
    if (existingEmail.current === email) return
    existingEmail.current = email
    await showExistingAccount()
  })
  useEffect(() => {
    // The address that the page opened with was checked when it was typed.
    const wasTyped = !isFirstRun.current
    isFirstRun.current = false
    const email = toPlainEmail(typedEmail)
    if (existingEmail.current !== email) existingEmail.current = null
    if (!wasTyped || !isEmail(email)) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const { signal } = controller
      try {
        const exists = await send<typeof accountExists>('POST /account/exists', { body: { email }, signal })
        if (exists) await handleExisting(email)
      } catch (error) {
        if (!signal.aborted) console.warn('The email check failed', error)
      }
    }, emailDebounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typedEmail])
  return existingEmail
}

async function showExistingAccount(): Promise<void> {
  const wantsLogin = await confirm({
    title: checkoutMessages.existingAccount,
    text: checkoutMessages.signInOrReset,
    link: { label: 'Reset password', url: '/password/forgot' },
    confirmLabel: 'Login',
    cancelLabel: 'Use another email',
  })
  if (wantsLogin) location.assign(getLoginUrl())
  else document.getElementById('contact-email')?.focus()
}
