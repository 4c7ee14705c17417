import { confirm } from '../../../ui/Dialog.tsx'
import { orderMessages } from '../messages.ts'

/** The session has ended: offers the login, which leads back to this checkout. */
export async function offerLogin(): Promise<void> {
  const isAccepted = await confirm({
    title: 'You have been signed out',
    text: orderMessages.signedOut,
    confirmLabel: 'Login',
    cancelLabel: 'Not now',
  })
  if (isAccepted) location.assign(getLoginUrl())
}

/** Specification §2: the login leads back to the checkout. */
export function getLoginUrl(): string {
  const { search } = new URL(location.href)
  return `/login?redirectTo=${search ? encodeURIComponent(`/checkout${search}`) : '/checkout'}`
}
