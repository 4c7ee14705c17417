import { type SubmitEvent, useEffect, useState } from 'react'
import { SubmitButton } from '../../../ui/Actions.tsx'
import { CallLink, EmailLink, useShop } from '../../../ui/contact.tsx'
import { showAlert } from '../../../ui/Dialog.tsx'
import { Served } from '../../../ui/Document.tsx'
import { consentText, isSubmittable, newsletterMessages, returnHash } from '../../newsletter/messages.ts'
import type { LayoutProps } from '../layout-props.ts'
import { termsUrl } from '../nav.ts'

/** Help comes first, at the same place on each page (R-UX-52), then what a sale needs to be trusted (R-PAGE-13). */
export function Footer({
  shop,
  footer,
  newsletter,
  flash,
}: Pick<LayoutProps, 'shop' | 'footer' | 'newsletter' | 'flash'>) {
  return (
    <footer className="no-print bg-bar text-sm text-bar-steel [--color-link:var(--color-amber)]">
      <div className="wrap footer-grid">
        <Served className="footer-columns" part={footer} />
        {newsletter && (
          <div className="max-sm:col-span-2">
            <Newsletter newsletter={newsletter} flash={flash} />
          </div>
        )}
      </div>
      <div className="border-t border-bar-rule">
        <div className="wrap flex flex-wrap justify-between gap-x-8 gap-y-1 py-4">
          <p>{`${shop.name}: replacement filters for machines at work`}</p>
          {shop.demo && <p className="text-amber">{layoutMessages.demo}</p>}
        </div>
      </div>
    </footer>
  )
}

/** The footer of the checkout: help, at the same place as on every page (R-UX-52). */
export function CheckoutFooter({ shop }: Pick<LayoutProps, 'shop'>) {
  const linkClass = 'link tap-target'
  return (
    <footer className="no-print border-t border-rule note">
      <section aria-labelledby="help-heading" className="wrap flex flex-wrap items-center gap-x-6 py-3">
        <h2 id="help-heading" className="text-sm max-sm:basis-full">
          Help
        </h2>
        <CallLink className={linkClass} />
        <EmailLink className={linkClass} />
        <a href={termsUrl} target="_blank" rel="noopener" className={linkClass}>
          Terms of sale<span className="sr-only"> (opens in new window)</span>
        </a>
        {shop.demo && <p className="ml-auto">{layoutMessages.demo}</p>}
      </section>
    </footer>
  )
}

const layoutMessages = {
  demo: 'Demo data, do not use for fitment',
} as const

interface NewsletterProps {
  newsletter: NonNullable<LayoutProps['newsletter']>
  flash: LayoutProps['flash']
}

/** The newsletter form (R-NEWSLETTER-1): a plain form to the configured service or to the shop itself. */
function Newsletter({ newsletter, flash }: NewsletterProps) {
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
        <div className="newsletter-field">
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
          />
          <SubmitButton>Subscribe</SubmitButton>
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
