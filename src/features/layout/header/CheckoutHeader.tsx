import { CallLink } from '../../../ui/contact.tsx'
import { ChevronIcon, Logo, PhoneIcon } from '../../../ui/Icons.tsx'
import type { LayoutProps } from '../layout-props.ts'

/** The header of the checkout: the way back, help, and nothing that leads away from the order. */
export function CheckoutHeader({ shop }: Pick<LayoutProps, 'shop'>) {
  return (
    <div className="border-b border-rule bg-surface">
      <div className="wrap flex min-h-16 items-center gap-x-4 md:gap-x-8">
        <a href="/" className="flex min-h-11 items-center gap-2.5">
          <Logo className="size-8" />
          <span className="text-lg font-semibold tracking-tight max-xs:sr-only">{shop.name}</span>
        </a>
        <div className="ml-auto flex items-center gap-x-5 md:gap-x-8">
          <CallLink className="inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap hover:underline">
            {phone => (
              <>
                <PhoneIcon className="size-4" />
                <span className="sr-only">Call </span>
                <span className="max-sm:sr-only">{phone}</span>
                <span aria-hidden="true" className="sm:hidden">
                  Call us
                </span>
              </>
            )}
          </CallLink>
          <a href="/basket" className="link inline-flex min-h-11 items-center gap-1 whitespace-nowrap">
            <ChevronIcon className="size-4 rotate-90" />
            Back to basket
          </a>
        </div>
      </div>
    </div>
  )
}
