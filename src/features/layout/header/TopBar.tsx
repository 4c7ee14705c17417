import { CallLink } from '../../../ui/contact.tsx'
import { PhoneIcon } from '../../../ui/Icons.tsx'
import type { LayoutProps } from '../layout-props.ts'
import { AccountLinks } from './PhoneMenu.tsx'
import { VatSwitch } from './VatSwitch.tsx'

/** The dark bar on top: delivery promise, telephone, VAT switch and account links. */
export function TopBar({
  promise,
  name,
}: {
  promise: LayoutProps['promise']
  /** The signed-in customer; null for visitors. */
  name: string | null
}) {
  const isEmptyOnPhones = !promise && name !== null
  return (
    <div
      className={`bg-bar text-sm text-on-bar [--color-link:var(--color-amber)]${isEmptyOnPhones ? ' max-md:hidden' : ''}`}
    >
      <div className="wrap flex min-h-10 items-center justify-between gap-4">
        {promise && (
          <p className="min-w-0 truncate">
            <span className="max-lg:hidden">
              <strong className="font-semibold">{promise.orderBy}</strong> {promise.text}
            </span>
            <span className="lg:hidden">
              <strong className="font-semibold">{shortenPromise(promise.orderBy)}</strong>{' '}
              {shortenPromise(promise.text)}
            </span>
          </p>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-6">
          <CallLink className="hidden min-h-10 items-center gap-1.5 whitespace-nowrap hover:underline md:inline-flex">
            {phone => (
              <>
                <PhoneIcon className="size-4" />
                {phone}
              </>
            )}
          </CallLink>
          <VatSwitch className="max-md:hidden" />
          {name === null ? (
            <a href="/login" className="inline-flex min-h-10 items-center whitespace-nowrap hover:underline">
              Sign in
            </a>
          ) : (
            <AccountLinks name={name} className="max-md:hidden" />
          )}
        </div>
      </div>
    </div>
  )
}

/**
 * The delivery promise for narrow screens: 'Order by 14:30 on Monday' → 'Order by 14:30 Mon', 'for delivery tomorrow, Tuesday
 * 24 November' → 'for Tue 24 Nov'. A text of another form stays as it is.
 */
export function shortenPromise(text: string): string {
  return text
    .replace(/^(Order by [\d:]+) on ([A-Z][a-z]{2})[a-z]*day$/, '$1 $2')
    .replace(
      /^for delivery (?:tomorrow, )?([A-Z][a-z]{2})[a-z]*day (\d{1,2} [A-Z][a-z]{2})[a-z]*$/,
      'for $1 $2',
    )
}
