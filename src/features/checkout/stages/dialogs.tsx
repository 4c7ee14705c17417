import { ContactText } from '../../../ui/contact.tsx'
import { confirm } from '../../../ui/Dialog.tsx'
import { checkoutMessages, formatRemoval } from '../messages.ts'

/** The session has ended: offers the login, which leads back to this checkout. */
export async function offerLogin(): Promise<void> {
  const isAccepted = await confirm({
    title: 'You have been signed out',
    text: checkoutMessages.signedOut,
    confirmLabel: 'Login',
    cancelLabel: 'Not now',
  })
  if (isAccepted) location.assign(getLoginUrl())
}

/** The login, which leads back to this checkout. */
export function getLoginUrl(): string {
  const { search } = new URL(location.href)
  return `/login?redirectTo=${search ? encodeURIComponent(`/checkout${search}`) : '/checkout'}`
}

/** Lists items that cannot be ordered (R-CHECKOUT-24). Those of a loaded order cannot be removed. */
export async function showUnavailableItems(items: readonly string[], isLoadedOrder: boolean): Promise<void> {
  const returnsToBasket = await confirm({
    title: isLoadedOrder ? 'Some items aren’t available' : 'Your basket needs a change',
    text: (
      <>
        <ul className="mb-3 list-disc pl-5">
          {items.map(item => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <ContactText text={isLoadedOrder ? checkoutMessages.loadedItems : formatRemoval(items)} />
      </>
    ),
    confirmLabel: checkoutMessages.returnToBasket,
  })
  if (returnsToBasket) location.assign('/basket')
}
