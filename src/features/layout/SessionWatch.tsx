import { type ComponentType, useEffect, useState } from 'react'
import { send } from '../../ui/send.ts'
import type { readSession } from '../accounts/schemas.ts'
import type { SessionEndProps } from './SessionEnd.tsx'

type Warning = ComponentType<SessionEndProps>

/** Rule 59: two minutes before he is signed out. */
const warnSeconds = 120
const againMs = 30_000
// Browsers take a longer delay for none at all.
const longestMs = 2_000_000_000

/**
 * Waits, and warns who is signed in before his session ends. The shop is asked before anything is said: another tab, or
 * a call of this page, may have kept the session meanwhile. `endsIn`: seconds.
 */
export function SessionWatch({ endsIn }: { endsIn: number }) {
  const [left, setLeft] = useState({ seconds: endsIn })
  const [phase, setPhase] = useState<'waiting' | 'warned' | 'dismissed'>('waiting')
  const [Warn, setWarn] = useState<Warning | null>(null)

  useEffect(() => {
    if (phase !== 'waiting') return
    const due = Date.now() + Math.max(0, left.seconds - warnSeconds) * 1000
    let timer = 0
    let isCurrent = true
    const look = async () => {
      clearTimeout(timer)
      try {
        const { seconds_left: seconds } = await send<typeof readSession>('GET /account/session', {})
        const isNear = seconds <= warnSeconds + 1
        if (isNear) await loadWarning(component => setWarn(() => component))
        if (!isCurrent) return
        setLeft({ seconds })
        if (isNear) setPhase('warned')
      } catch {
        // Out of reach: there is nothing to be said yet.
        if (isCurrent) timer = window.setTimeout(look, againMs)
      }
    }
    // A sleeping computer's clocks stand still: who comes back to the tab has it looked at.
    const onShow = () => document.visibilityState === 'visible' && Date.now() >= due && void look()
    timer = window.setTimeout(look, Math.min(due - Date.now(), longestMs))
    document.addEventListener('visibilitychange', onShow)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [left, phase])

  if (phase !== 'warned' || !Warn) return null
  const onKept = (seconds: number) => {
    setLeft({ seconds })
    setPhase('waiting')
  }
  return <Warn left={left.seconds} onKept={onKept} onLeft={() => setPhase('dismissed')} />
}

async function loadWarning(done: (component: Warning) => void): Promise<void> {
  const { SessionEnd } = await import('./SessionEnd.tsx')
  done(SessionEnd)
}
