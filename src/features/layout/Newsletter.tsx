import { type SubmitEvent, useEffect, useState } from 'react'
import { showAlert } from '../../ui/Dialog.tsx'
import { canBeSent, consentText, newsletterWords, returnHash } from '../newsletter/messages.ts'
import type { LayoutProps } from './layout.ts'

/** A plain form to whoever keeps the list. Specification §5: blank or without '@' is not sent. */
export function Newsletter({ newsletter }: { newsletter: NonNullable<LayoutProps['newsletter']> }) {
  const [isWrong, setWrong] = useState(false)

  function check(event: SubmitEvent<HTMLFormElement>) {
    const email = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    if (canBeSent(email.value)) return
    event.preventDefault()
    setWrong(true)
    email.focus()
  }

  const described = `newsletter-consent${isWrong ? ' newsletter-error' : ''}`
  return (
    <section aria-labelledby="newsletter-heading">
      <h2 id="newsletter-heading" className="text-base text-on-bar">
        Newsletter
      </h2>
      <Arrival />
      <form method="post" action={newsletter.action} onSubmit={check} noValidate className="mt-1">
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
            maxLength={254}
            placeholder="name@example.com"
            aria-invalid={isWrong || undefined}
            aria-describedby={described}
            onChange={event => {
              if (isWrong && canBeSent(event.target.value)) setWrong(false)
            }}
            className="h-11 w-full min-w-0 rounded border border-bar-steel bg-transparent px-3 text-base text-on-bar placeholder:text-bar-steel"
          />
          <button type="submit" className="button border-on-bar bg-on-bar text-bar hover:bg-bar-steel">
            Subscribe
          </button>
        </div>
        {isWrong && (
          <p id="newsletter-error" role="alert" className="mt-2 font-semibold text-bar-danger">
            <span className="sr-only">Error: </span>
            {newsletterWords.blank}
          </p>
        )}
      </form>
    </section>
  )
}

/** Back from the list's keeper: the hash says that it worked. It is taken away, so that a refresh says nothing again. */
function Arrival() {
  useEffect(() => {
    if (location.hash !== returnHash) return
    history.replaceState(history.state, '', location.pathname + location.search)
    // Outside the footer, whose colours are those of the dark.
    void showAlert(newsletterWords.subscribedTitle, newsletterWords.subscribed)
  }, [])
  return (
    // Without a script the browser goes to the element of that name, which then shows itself.
    <noscript>
      <p
        id={returnHash.slice(1)}
        className="mt-2 hidden rounded border border-stock px-3 py-2 text-on-bar target:block"
      >
        <strong className="block font-semibold">{newsletterWords.subscribedTitle}</strong>
        {newsletterWords.subscribed}
      </p>
    </noscript>
  )
}
