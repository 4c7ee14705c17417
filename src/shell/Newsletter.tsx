import { type SubmitEvent, useEffect, useState } from 'react'
import { showToast } from '../ui/Toasts.tsx'
import type { FrameProps } from './frame.ts'
import { frameWords } from './words.ts'

// Specification §7: the return URL ends so; the element of that id shows itself as the page's target.
const returnHash = 'newsletter-subscribed'

/** A plain form to whoever keeps the list. Specification §5: blank or without '@' is not sent. */
export function Newsletter({ newsletter }: { newsletter: NonNullable<FrameProps['newsletter']> }) {
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    if (location.hash === `#${returnHash}`) showToast({ kind: 'success', text: frameWords.subscribed })
  }, [])

  function check(event: SubmitEvent<HTMLFormElement>) {
    const email = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    const typed = email.value.trim()
    if (typed.includes('@')) return
    event.preventDefault()
    setWrong(true)
    email.focus()
  }

  return (
    <section aria-labelledby="newsletter-heading">
      <h2 id="newsletter-heading" className="text-base text-on-bar">
        Newsletter
      </h2>
      <p
        id={returnHash}
        className="mt-2 hidden rounded border border-stock px-3 py-2 text-on-bar target:block"
      >
        <strong className="block font-semibold">{frameWords.subscribedTitle}</strong>
        {frameWords.subscribed}
      </p>
      <form method="post" action={newsletter.action} onSubmit={check} noValidate className="mt-2">
        {Object.entries(newsletter.fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="return_url" value={newsletter.returnUrl} />
        <label htmlFor="newsletter-email">
          New ranges and price changes, about once a month. Your email address
        </label>
        <div className="mt-2 flex gap-2">
          <input
            id="newsletter-email"
            name="email"
            type="email"
            autoComplete="email"
            maxLength={254}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? 'newsletter-error' : undefined}
            onChange={event => {
              if (isWrong && event.target.value.includes('@')) setWrong(false)
            }}
            className="h-11 w-full min-w-0 rounded border border-bar-steel bg-transparent px-3 text-base text-on-bar"
          />
          <button type="submit" className="button border-on-bar bg-on-bar text-bar hover:bg-bar-steel">
            Subscribe
          </button>
        </div>
        {isWrong && (
          <p id="newsletter-error" role="alert" className="mt-2 font-semibold text-bar-danger">
            <span className="sr-only">Error: </span>
            {frameWords.newsletterBlank}
          </p>
        )}
      </form>
    </section>
  )
}
