import { CallLink, EmailLink } from '../../../ui/contact.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { layoutMessages } from '../messages.ts'
import { termsUrl } from '../nav.ts'

/** The footer of the checkout: help, at the same place as on every page (R-UX-52). */
export function CheckoutFooter({ shop }: Pick<LayoutProps, 'shop'>) {
  const linkClass = 'link inline-flex min-h-11 items-center'
  return (
    <footer className="no-print border-t border-rule text-sm text-steel">
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
