import { useEffect, useState } from 'react'
import type { LoadIds } from './bodies.ts'
import { load } from './calls.browser.ts'
import type { LoadedCheckout } from './checkout.ts'
import { parsePaymentMethod } from './payment-method.ts'

/**
 * The page comes with what POST /checkout/load answers; once awake it asks anew, because rights, countries and the
 * stop on an account may have changed, and because a guest's session begins with it. Until it can be had the page goes
 * on with what it came with.
 */
export function useFreshLoad(first: LoadedCheckout, order: LoadIds | null) {
  const [loaded, setLoaded] = useState(() => parseMethods(first))
  const [hasFailed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  const { quote_id = null, approval_id = null } = order ?? {}

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round is another try
  useEffect(() => {
    let isOld = false
    load({ quote_id, approval_id }).then(answer => {
      if (isOld) return
      setFailed('away' in answer)
      if (!('away' in answer)) setLoaded(parseMethods(answer))
    })
    return () => {
      isOld = true
    }
  }, [quote_id, approval_id, round])

  // Out of the browser's memory after Back: an order may have been placed since, so the page is asked for again.
  useEffect(() => {
    const renew = (event: PageTransitionEvent) => event.persisted && location.reload()
    addEventListener('pageshow', renew)
    return () => removeEventListener('pageshow', renew)
  }, [])

  return { loaded, hasFailed, again: () => setRound(count => count + 1) }
}

function parseMethods(loaded: LoadedCheckout): LoadedCheckout {
  const methods = loaded.payment_methods.map(({ name, value }) => ({
    name,
    value: parsePaymentMethod(value),
  }))
  return { ...loaded, payment_methods: methods }
}
