import { useEffect, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { send } from '../../ui/send.ts'
import type { readSession, staySignedIn } from '../accounts/schemas.ts'

export interface SessionEndProps {
  /** Seconds until he is signed out; 0: he is. */
  left: number
  /** The session goes on, for so many seconds. */
  onKept: (seconds: number) => void
  /** It has ended, and he has read so. */
  onLeft: () => void
}

/** Rule 59: the warning before the end of a session, and the word that it has ended. The page behind it stays as it is. */
export function SessionEnd({ left, onKept, onLeft }: SessionEndProps) {
  const [isOver, setOver] = useState(left === 0)
  const [isAway, setAway] = useState(false)
  const [endsAt] = useState(() => Date.now() + left * 1000)

  useEffect(() => {
    if (isOver) return
    const look = async () => {
      try {
        const { seconds_left } = await send<typeof readSession>('GET /account/session', {})
        if (seconds_left === 0) setOver(true)
        // Kept in another tab.
        else if (seconds_left > left) onKept(seconds_left)
      } catch {
        // Out of reach, as right after a computer's sleep: then its clock says whether it is over.
        if (Date.now() >= endsAt) setOver(true)
      }
    }
    const timer = setTimeout(look, (left + 1) * 1000)
    const onShow = () => document.visibilityState === 'visible' && void look()
    document.addEventListener('visibilitychange', onShow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [isOver, left, endsAt, onKept])

  async function stay() {
    setAway(false)
    try {
      const { seconds_left } = await send<typeof staySignedIn>('POST /account/session', {})
      if (seconds_left === 0) setOver(true)
      else onKept(seconds_left)
    } catch {
      setAway(true)
    }
  }

  if (isOver) {
    return (
      <Dialog
        key="over"
        title="You have been signed out"
        onClose={onLeft}
        actions={
          <>
            <a href={loginBackHere()} className="button button-strong">
              Sign in again
            </a>
            <button type="button" className="button" onClick={onLeft}>
              Not now
            </button>
          </>
        }
      >
        <p>Your session has ended. What stands on this page stays until you leave it.</p>
      </Dialog>
    )
  }
  return (
    <Dialog
      key="soon"
      title="You will be signed out soon"
      onClose={stay}
      actions={
        <button type="button" className="button button-strong" onClick={stay}>
          Stay signed in
        </button>
      }
    >
      <p>Your session ends at {clockTime(endsAt)}. What you typed stays as it is.</p>
      {isAway && (
        <p role="alert" className="mt-3 border-l-4 border-danger pl-3">
          We could not reach the shop. Check your connection and try again.
        </p>
      )}
    </Dialog>
  )
}

/** The time of day on this computer: '14:32'. */
function clockTime(atMs: number): string {
  return new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}

function loginBackHere(): string {
  return `/login?redirectTo=${encodeURIComponent(location.pathname + location.search)}`
}
