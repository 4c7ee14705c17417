import { useEffect, useState } from 'react'

/** 'short': time to say that results are loading. 'long': time to offer another try. */
export type WaitingStage = 'none' | 'short' | 'long'

// R-UX-16
const noticeAfterMs = 400
const retryAfterMs = 10_000

/** How long the request has been waiting for its answer; 'none' at first, and when it is answered. */
export function useWaitingStage(isWaiting: boolean, request: unknown): [WaitingStage, restart: () => void] {
  const [attempt, setAttempt] = useState(0)
  const [wait, setWait] = useState<{ stage: WaitingStage; request: unknown; attempt: number } | null>(null)
  useEffect(() => {
    if (!isWaiting) return
    const report = (stage: WaitingStage) => setWait({ stage, request, attempt })
    const noticeTimer = setTimeout(() => report('short'), noticeAfterMs)
    const retryTimer = setTimeout(() => report('long'), retryAfterMs)
    return () => {
      clearTimeout(noticeTimer)
      clearTimeout(retryTimer)
    }
  }, [isWaiting, request, attempt])
  // Another request, or another attempt, starts the stages over.
  const isCurrent = isWaiting && wait !== null && wait.request === request && wait.attempt === attempt
  return [isCurrent ? wait.stage : 'none', () => setAttempt(attempt + 1)]
}
