import { type ComponentType, useEffect, useState } from 'react'
import { send } from '../../../ui/browser/send.ts'
import type { getSession } from '../../accounts/schemas.ts'
import type { SessionEndDialogProps } from './SessionEndDialog.tsx'

type WarningComponent = ComponentType<SessionEndDialogProps>

// R-UX-59

const warnSeconds = 120
const retryMs = 30_000
// Browsers fire timeouts of more than 2^31 ms at once.
const maxTimeoutMs = 2_000_000_000

/**
 * Warns a signed-in customer before the session ends. Reads the session from the server first: another tab, or a call of
 * this page, may have extended it. `endsIn`: seconds.
 */
export function SessionWatch({ endsIn }: { endsIn: number }) {
  const [remaining, setRemaining] = useState({ seconds: endsIn })
  const [phase, setPhase] = useState<'waiting' | 'warned' | 'dismissed'>('waiting')
  const [Warn, setWarn] = useState<WarningComponent | null>(null)

  useEffect(() => {
    if (phase !== 'waiting') return
    const due = Date.now() + Math.max(0, remaining.seconds - warnSeconds) * 1000
    let timer = 0
    let isCurrent = true
    const checkSession = async () => {
      clearTimeout(timer)
      try {
        const { seconds_left: seconds } = await send<typeof getSession>('GET /account/session', {})
        const isNear = seconds <= warnSeconds + 1
        if (isNear) await loadWarning(component => setWarn(() => component))
        if (!isCurrent) return
        setRemaining({ seconds })
        if (isNear) setPhase('warned')
      } catch {
        // The server is unreachable: try again before warning.
        if (isCurrent) timer = window.setTimeout(checkSession, retryMs)
      }
    }
    // Timers stop while a computer sleeps, so the session is also checked when the tab becomes visible.
    const onShow = () => document.visibilityState === 'visible' && Date.now() >= due && void checkSession()
    timer = window.setTimeout(checkSession, Math.min(due - Date.now(), maxTimeoutMs))
    document.addEventListener('visibilitychange', onShow)
    return () => {
      isCurrent = false
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onShow)
    }
  }, [remaining, phase])

  if (phase !== 'warned' || !Warn) return null
  const onExtended = (seconds: number) => {
    setRemaining({ seconds })
    setPhase('waiting')
  }
  return (
    <Warn secondsLeft={remaining.seconds} onExtended={onExtended} onDismissed={() => setPhase('dismissed')} />
  )
}

async function loadWarning(done: (component: WarningComponent) => void): Promise<void> {
  const { SessionEndDialog } = await import('./SessionEndDialog.tsx')
  done(SessionEndDialog)
}
