import { Logo } from '../../../ui/Icons.tsx'
import type { LayoutProps } from '../layout-props.ts'

/** The header of the back office: which shop it is, the way to it, and sign-out. */
export function AdminHeader({ shop, visitor }: Pick<LayoutProps, 'shop' | 'visitor'>) {
  return (
    <div className="bg-bar text-sm text-on-bar">
      <div className="wrap flex min-h-14 items-center gap-x-4 md:gap-x-6">
        <a href="/admin" className="flex min-h-11 min-w-0 items-center gap-2.5">
          <Logo className="size-8" />
          <span className="text-lg font-semibold tracking-tight max-sm:sr-only">{shop.name}</span>
          <span className="text-base whitespace-nowrap sm:border-l sm:border-current/30 sm:pl-3">
            Back office
          </span>
        </a>
        <form method="post" action="/logout" className="ml-auto flex items-center gap-x-4 md:gap-x-6">
          <a href="/" className="inline-flex min-h-11 items-center whitespace-nowrap hover:underline">
            To the shop
          </a>
          <a
            href="/account"
            className="inline-flex min-h-11 max-w-48 items-center hover:underline max-sm:hidden"
          >
            <span className="truncate">{visitor.name}</span>
            <span className="sr-only">, your account</span>
          </a>
          <button type="submit" className="min-h-11 cursor-pointer whitespace-nowrap hover:underline">
            Sign out
          </button>
        </form>
      </div>
    </div>
  )
}
