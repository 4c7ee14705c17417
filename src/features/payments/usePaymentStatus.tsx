import { useEffect, useEffectEvent, useRef } from 'react'

type CheckResult = 'waiting' | 'ended'

const firstDelayMs = 1000
const maxDelayMs = 5000

/**
 * Checks a payment at once when its frame reports its return, else with growing delays, until `onStatus` returns
 * 'ended'; a status of null is an unanswered check. Returns a function for a status that came by another call.
 */
export function usePaymentStatus<Status>(
  loadStatus: () => Promise<Status | null>,
  onStatus: (status: Status | null) => CheckResult,
): (status: Status) => void {
  const hasEnded = useRef(false)

  function apply(status: Status | null): void {
    if (!hasEnded.current) hasEnded.current = onStatus(status) === 'ended'
  }

  const checkNow = useEffectEvent(async () => apply(await loadStatus()))
  useEffect(() => {
    let delayMs = firstDelayMs
    let timer = setTimeout(checkAndRepeat, delayMs)
    async function checkAndRepeat() {
      await checkNow()
      if (hasEnded.current) return
      delayMs = Math.min(maxDelayMs, delayMs * 1.25)
      timer = setTimeout(checkAndRepeat, delayMs)
    }
    function handleMessage(event: MessageEvent) {
      const isReturn = event.origin === location.origin && event.data?.type === 'payment-returned'
      if (!isReturn) return
      clearTimeout(timer)
      delayMs = firstDelayMs
      void checkAndRepeat()
    }
    addEventListener('message', handleMessage)
    return () => {
      hasEnded.current = true
      clearTimeout(timer)
      removeEventListener('message', handleMessage)
    }
  }, [])

  return apply
}
