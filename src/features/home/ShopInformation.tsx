import type { ReactNode } from 'react'
import { CallLink, EmailLink, useShop } from '../../ui/contact.tsx'
import { orderPadLink } from '../layout/nav.ts'

/** A section of the pages about delivery and returns. */
export function Section({ id, heading, children }: { id?: string; heading: string; children: ReactNode }) {
  return (
    <section id={id} className="break-inside-avoid">
      <h2 className="text-xl">{heading}</h2>
      <div className="mt-2 max-w-prose space-y-2">{children}</div>
    </section>
  )
}

/** How to reach the shop, inside a sentence; nothing, without `before` too, where it has neither telephone nor e-mail. */
export function ContactLinks({ before }: { before: string }) {
  const { phone, email } = useShop()
  if (phone === null && email === null) return null
  return (
    <>
      {before}
      <CallLink className="link whitespace-nowrap" />
      {phone !== null && email !== null && ' or '}
      <EmailLink className="link" />
    </>
  )
}

export function OrderPadHint() {
  return (
    <p className="mt-3 text-sm">
      Many numbers at once?{' '}
      <a href={orderPadLink.url} className="link inline-block">
        Paste your list into the order pad
      </a>
    </p>
  )
}
