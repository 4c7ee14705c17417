import { notOpenMessage } from '../../lib/not-open.ts'
import { CallLink, EmailLink, useShop } from '../../ui/contact.tsx'
import { definePage } from '../../ui/page.ts'

export const notOpenTitle = 'Not open yet'

/** Instead of the checkout, while the shop lacks what a sale needs (R-EMPTY-2). */
export function NotOpenPage() {
  const { phone, email } = useShop()
  return (
    <div className="wrap py-10">
      <div className="max-w-2xl">
        <h1 className="text-2xl sm:text-3xl">{notOpenTitle}</h1>
        <p className="mt-3 text-lg">{notOpenMessage}</p>
        {(phone !== null || email !== null) && (
          <p className="mt-5 flex flex-wrap items-center gap-3">
            <span>Do you need a part now?</span>
            <CallLink className="button">{number => <>Call {number}</>}</CallLink>
            <EmailLink className="button">{address => <>Email {address}</>}</EmailLink>
          </p>
        )}
        <p className="mt-6 flex flex-wrap gap-3">
          <a href="/" className="button">
            Home page
          </a>
          <a href="/basket" className="button">
            Your basket
          </a>
        </p>
      </div>
    </div>
  )
}

export const notOpenPage = definePage('features/checkout/NotOpenPage', NotOpenPage)
