import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface CardFormProps {
  url: string
  isTest: boolean
  /** Instead of 'Loading…'; null: all is well. */
  problem: string | null
  /** It came with the page: it may have loaded before the script that would notice. */
  isOnPage?: boolean
}

/** The card provider's form in a frame; it works without JavaScript too. */
export function CardForm({ url, isTest, problem, isOnPage = false }: CardFormProps) {
  const [isLoaded, setLoaded] = useState(isOnPage)
  return (
    <>
      {isTest && (
        <p className="mt-3 border-l-4 border-late bg-wash p-3 font-semibold">Test mode: no money is taken.</p>
      )}
      <p role="status" className="needs-script mt-2 text-steel">
        {problem ?? (isLoaded ? '' : 'Loading the card form…')}
      </p>
      <iframe
        title="Card payment"
        src={url}
        onLoad={() => setLoaded(true)}
        className="mt-2 h-[46rem] w-full min-[30rem]:h-[40rem] rounded border border-rule bg-white"
      />
    </>
  )
}

/** For browsers that do not show the frame. */
export const OpenCardForm = ({ url }: Pick<CardFormProps, 'url'>) => (
  <a href={url} className="link mt-1 tap-target">
    Form does not open? Pay on the provider’s page
  </a>
)

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
