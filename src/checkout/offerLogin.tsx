import { ask } from '../ui/Dialog.tsx'
import { placeWords } from './messages.ts'

/** The session has ended: the way to the login, and back to this very checkout. */
export async function offerLogin(): Promise<void> {
  const signsIn = await ask({
    title: 'You have been signed out',
    text: placeWords.signedOut,
    confirmLabel: 'Login',
    cancelLabel: 'Not now',
  })
  if (signsIn) location.assign(loginBackHere())
}

/** Specification §2: the login leads back to the checkout. */
export function loginBackHere(): string {
  const { search } = new URL(location.href)
  return `/login?redirectTo=${search ? encodeURIComponent(`/checkout${search}`) : '/checkout'}`
}
