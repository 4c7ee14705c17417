import type { ReactNode } from 'react'
import { contactSentence } from '../../lib/shop-contact.ts'
import { ContactText, useShop } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'
import { LargeSearchForm } from './search-form/LargeSearchForm.tsx'

export interface ErrorPageProps {
  /** The HTTP status of the response. */
  status: number
  title: string
  detail: string | null
  /** For a call to the shop: it finds the request in the log. */
  reference: string | null
}

export function ErrorPage({ status, title, detail, reference }: ErrorPageProps) {
  const Help = getHelp(status)
  return (
    <div className="wrap py-10">
      <div className="max-w-2xl">
        <p className="code text-lg text-steel">{status}</p>
        <h1 className="text-2xl sm:text-3xl">{title}</h1>
        {detail !== null && <p className="mt-3 text-lg">{detail}</p>}
        <Help />
        {reference !== null && (
          <p className="mt-8 border-t border-rule pt-4 text-steel">
            <ContactText text={referenceSentence} /> <span className="code text-ink">{reference}</span>
          </p>
        )}
      </div>
    </div>
  )
}

const referenceSentence = contactSentence(
  'If you call us about it, please quote this reference:',
  'If you contact us about it, please quote this reference:',
)

export const errorPage = definePage('features/layout/ErrorPage', ErrorPage)

function getHelp(status: number): () => ReactNode {
  if (status === 404) return NotFoundHelp
  if (status === 429) return RateLimitHelp
  return status >= 500 ? ServerErrorHelp : PageLinks
}

function NotFoundHelp() {
  return (
    <>
      <p className="mt-3">
        The part may have a new number, or the address may be mistyped. Search by any number on the filter:
      </p>
      <LargeSearchForm className="mt-4 max-w-xl" />
      <PageLinks />
    </>
  )
}

function ServerErrorHelp() {
  const { phone } = useShop()
  return (
    <>
      <ul className="mt-4 list-disc space-y-2 pl-5 marker:text-steel">
        <li>Wait a minute and load this page again. Your basket is safe.</li>
        <li>If you were paying, check for our confirmation email before you try again.</li>
        {phone !== null && (
          <li>
            If it keeps happening, call us: the number is at the foot of this page. We can take your order by
            phone.
          </li>
        )}
      </ul>
      <PageLinks />
    </>
  )
}

function RateLimitHelp() {
  return (
    <>
      <p className="mt-3">Wait a minute, then carry on. Your basket is safe.</p>
      <PageLinks />
    </>
  )
}

function PageLinks() {
  return (
    <p className="mt-6 flex flex-wrap gap-3">
      <a href="/" className="button">
        Home page
      </a>
      <a href="/basket" className="button">
        Your basket
      </a>
    </p>
  )
}
