import { type SubmitEvent, useEffect, useState } from 'react'
import { useShop } from '../../../ui/contact.tsx'
import { showAlert } from '../../../ui/Dialog.tsx'
import { consentText, isSubmittable, newsletterMessages, returnHash } from '../../newsletter/messages.ts'
import type { LayoutProps } from '../layout-props.ts'

interface NewsletterProps {
  newsletter: NonNullable<LayoutProps['newsletter']>
  flash: LayoutProps['flash']
}

/** The newsletter form (R-NEWSLETTER-1): a plain form to the configured service or to the shop itself. */
export function Newsletter({ newsletter, flash }: NewsletterProps) {
  const { demo } = useShop()
  const [isInvalid, setInvalid] = useState(false)

  function validate(event: SubmitEvent<HTMLFormElement>) {
    const email = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    if (isSubmittable(email.value)) return
    event.preventDefault()
    setInvalid(true)
    email.focus()
  }

  const describedBy = `newsletter-consent${isInvalid ? ' newsletter-error' : ''}`
  return (
    <section aria-labelledby="newsletter-heading">
      <h2 id="newsletter-heading" className="text-base text-on-bar">
        Newsletter
      </h2>
      <SubscribedMessage nextStep={flash?.kind === 'newsletter' ? flash.text : null} />
      <form method="post" action={newsletter.action} onSubmit={validate} noValidate className="mt-1">
        {Object.entries(newsletter.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="return_url" value={newsletter.returnUrl} />
        <p id="newsletter-consent">{consentText}</p>
        <label htmlFor="newsletter-email" className="mt-2 block text-on-bar">
          Send the newsletter to
        </label>
        <div className="mt-1 flex gap-2">
          <input
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            placeholder={demo ? 'name@example.com' : undefined}
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy}
            onChange={event => {
              if (isInvalid && isSubmittable(event.target.value)) setInvalid(false)
            }}
            className="h-11 w-full min-w-0 rounded border border-bar-steel bg-transparent px-3 text-base text-on-bar placeholder:text-bar-steel"
          />
          <button type="submit" className="button border-on-bar bg-on-bar text-bar hover:bg-bar-steel">
            Subscribe
          </button>
        </div>
        {isInvalid && (
          <p id="newsletter-error" role="alert" className="mt-2 font-semibold text-bar-danger">
            <span className="sr-only">Error: </span>
            {newsletterMessages.blank}
          </p>
        )}
      </form>
    </section>
  )
}

/**
 * Says that the subscription succeeded when the URL's hash does, and in the same message what is left to do
 * (R-NEWSLETTER-3); removes the hash, so that a reload says nothing.
 */
function SubscribedMessage({ nextStep }: { nextStep: string | null }) {
  useEffect(() => {
    if (location.hash !== returnHash) return
    history.replaceState(history.state, '', location.pathname + location.search)
    // A dialog: a message in the footer would be out of sight, and its dark colours do not suit a dialog.
    const text = (
      <>
        <p>{newsletterMessages.subscribed}</p>
        {nextStep !== null && <p className="mt-2">{nextStep}</p>}
      </>
    )
    void showAlert(newsletterMessages.subscribedTitle, text)
  }, [nextStep])
  return (
    // Without JavaScript the browser scrolls to the element of that id, and :target makes it visible.
    <noscript>
      <p
        id={returnHash.slice(1)}
        className="mt-2 hidden rounded border border-stock px-3 py-2 text-on-bar target:block"
      >
        <strong className="block font-semibold">{newsletterMessages.subscribedTitle}</strong>
        {newsletterMessages.subscribed}
        {nextStep !== null && <span className="mt-1 block">{nextStep}</span>}
      </p>
    </noscript>
  )
}
