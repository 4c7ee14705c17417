import { useEffect, useState } from 'react'
import { send } from '../../../ui/browser/send.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { extendSession, getSession } from '../../accounts/schemas.ts'

export interface SessionEndDialogProps {
  /** Seconds until the customer is signed out; 0: already signed out. */
  secondsLeft: number
  /** The session was extended and has this many seconds left. */
  onExtended: (seconds: number) => void
  /** The customer dismissed the message that the session has ended. */
  onDismissed: () => void
}

/** Warns before the end of a session, then says that it has ended (R-UX-59). The page behind the dialog does not change. */
export function SessionEndDialog({ secondsLeft, onExtended, onDismissed }: SessionEndDialogProps) {
  const [isOver, setOver] = useState(secondsLeft === 0)
  const [isUnreachable, setUnreachable] = useState(false)
  const [endsAt] = useState(() => Date.now() + secondsLeft * 1000)

  useEffect(() => {
    if (isOver) return
    const checkSession = async () => {
      try {
        const { seconds_left } = await send<typeof getSession>('GET /account/session', {})
        if (seconds_left === 0) setOver(true)
        // Extended in another tab.
        else if (seconds_left > secondsLeft) onExtended(seconds_left)
      } catch {
        // The server is unreachable, as right after a computer's sleep: the local clock decides.
        if (Date.now() >= endsAt) setOver(true)
      }
    }
    const timer = setTimeout(checkSession, (secondsLeft + 1) * 1000)
    const onShow = () => document.visibilityState === 'visible' && void checkSession()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [isOver, secondsLeft, endsAt, onExtended])

  async function staySignedIn() {
    setUnreachable(false)
    try {
      const { seconds_left } = await send<typeof extendSession>('POST /account/session', {})
      if (seconds_left === 0) setOver(true)
      else onExtended(seconds_left)
    } catch {
      setUnreachable(true)
    }
  }

  if (isOver) {
    return (
      <Dialog
        key="over"
        title="You have been signed out"
        onClose={onDismissed}
        actions={
          <>
            <a href={toLoginUrl()} className="button button-strong">
              Sign in again
            </a>
            <button type="button" className="button" onClick={onDismissed}>
              Not now
            </button>
          </>
        }
      >
        <p>Your session has ended. What you have entered stays here until you leave this page.</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      key="soon"
      title="You will be signed out soon"
      onClose={staySignedIn}
      actions={
        <button type="button" className="button button-strong" onClick={staySignedIn}>
          Stay signed in
        </button>
      }
    >
      <p>Your session ends at {formatClockTime(endsAt)}. What you typed stays as it is.</p>
      {isUnreachable && (
        <p role="alert" className="mt-3 border-l-4 border-danger pl-3">
          We couldn’t reach the shop. Check your connection and try again.
        </p>
      )}
    </Dialog>
  )
}

/** '14:32', in the computer's time zone. */
function formatClockTime(atMs: number): string {
  return new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

function toLoginUrl(): string {
  return `/login?redirectTo=${encodeURIComponent(location.pathname + location.search)}`
}
