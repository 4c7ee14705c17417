import { CallLink, EmailLink } from '../../../ui/contact.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { layoutMessages } from '../messages.ts'
import { termsUrl } from '../nav.ts'

/** The footer of the checkout: one line of help. */
export function CheckoutFooter({ shop }: Pick<LayoutProps, 'shop'>) {
  const linkClass = 'link inline-flex min-h-11 items-center'
  return (
    <footer className="no-print border-t border-rule text-sm text-steel">
      <div className="wrap flex flex-wrap items-center gap-x-6 py-3">
        <p className="max-sm:basis-full">Questions about your order?</p>
        <CallLink className={linkClass} />
        <EmailLink className={linkClass} />
        <a href={termsUrl} target="_blank" rel="noopener" className={linkClass}>
          Terms of sale<span className="sr-only"> (opens in new window)</span>
        </a>
        {shop.demo && <p className="ml-auto">{layoutMessages.demo}</p>}
      </div>
    </footer>
  )
}
