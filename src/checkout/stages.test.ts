import { describe, expect, test } from 'vitest'
import {
  afterChange,
  afterPlaceOrder,
  type Circumstances,
  complete,
  edit,
  filledByLoading,
  forcedMethod,
  loadedStepMs,
  mayChangeMethod,
  needsConfirmation,
  needsTerms,
  nextStage,
  type Progress,
  resetsBilling,
  resume,
  returnToDelivery,
  type Stage,
  stageOfField,
  stageOfRefusal,
  stageToFill,
  start,
} from './stages.ts'

const guest: Circumstances = {
  loggedIn: false,
  needsApproval: false,
  method: 'card',
  deliveryIsQuote: false,
  loadedOrder: false,
  hasBillingAddress: false,
}
const onAccount: Circumstances = { ...guest, loggedIn: true, method: 'account', hasBillingAddress: true }

const walk = (around: Circumstances): Stage[] => {
  const way: Stage[] = []
  let progress = start(around)
  for (; progress.open !== 6; progress = complete(progress, progress.open, around)) way.push(progress.open)
  return [...way, progress.open]
}

describe('The stage advances 1 to 6 as each step completes; any completed stage can be reopened for editing.', () => {
  test('a guest goes through all six stages in order', () => {
    expect(walk(guest)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a logged-in user starts at stage 2', () => {
    expect(start({ loggedIn: true })).toEqual({ open: 2, done: [1] })
  })

  test('finishing a reopened stage leads back to where the buyer was', () => {
    const atPayment: Progress = { open: 5, done: [1, 2, 3, 4] }
    const editing = edit(atPayment, 1)
    expect(editing.open).toBe(1)
    expect(complete(editing, 1, guest).open).toBe(5)
  })

  test('a stage that is not done yet cannot be opened', () => {
    const early: Progress = { open: 2, done: [1] }
    expect(edit(early, 5)).toEqual(early)
  })
})

test('Completing stage 3 with an existing billing address skips to stage 5.', () => {
  expect(nextStage(3, { ...guest, hasBillingAddress: true })).toBe(5)
  expect(walk({ ...guest, hasBillingAddress: true })).toEqual([1, 2, 3, 5, 6])
})

describe('When the method is account, the user does not need approval, the delivery is not a quote, and it is not a loaded order, a further step is skipped.', () => {
  test('completing stage 3 leads straight to stage 6', () => {
    expect(nextStage(3, onAccount)).toBe(6)
    expect(walk(onAccount)).toEqual([2, 3, 6])
  })

  test.each([
    ['needs approval', { needsApproval: true }],
    ['asks for a quote', { deliveryIsQuote: true }],
    ['has loaded an order', { loadedOrder: true }],
    ['pays by card', { method: 'card' as const }],
  ])('who %s still sees the purchase options', (_, change) => {
    expect(nextStage(3, { ...onAccount, ...change })).toBe(5)
  })

  test('without a billing address nothing is skipped, on account or not', () => {
    expect(nextStage(3, { ...onAccount, hasBillingAddress: false })).toBe(4)
  })

  test('skipped stages count as done and can be opened', () => {
    const atEnd = complete({ open: 3, done: [1, 2] }, 3, onAccount)
    expect(atEnd).toEqual({ open: 6, done: [1, 2, 3, 4, 5] })
    expect(edit(atEnd, 5).open).toBe(5)
  })
})

describe('Changing the delivery address or the collection choice can force a return to stage 3.', () => {
  test('another destination makes the dates worthless', () => {
    const editing: Progress = { open: 2, done: [1, 2, 3, 4, 5] }
    const changed = afterChange(editing, 'destination')
    expect(changed.done).toEqual([1, 2, 4, 5])
    expect(complete(changed, 2, guest).open).toBe(3)
  })

  test('so does collection instead of delivery', () => {
    expect(afterChange({ open: 5, done: [1, 2, 3, 4] }, 'collection')).toEqual({ open: 3, done: [1, 2, 4] })
  })

  test('a changed name undoes nothing', () => {
    const progress: Progress = { open: 5, done: [1, 2, 3, 4] }
    expect(afterChange(progress, 'other')).toEqual(progress)
  })
})

describe('Loading an order with status quote_approved or approval fills delivery address, delivery date and billing address in sequence with 2-second delays.', () => {
  test('these two and no others', () => {
    expect(filledByLoading('quote_approved')).toEqual([2, 3, 4])
    expect(filledByLoading('approval')).toEqual([2, 3, 4])
    expect(filledByLoading('quote_requested')).toEqual([])
    expect(filledByLoading(null)).toEqual([])
  })

  test('one after the other, and then the buyer goes on at the purchase options', () => {
    const around = { ...guest, loggedIn: true, loadedOrder: true }
    const filled: Stage[] = []
    let progress = start(around)
    for (
      let stage = stageToFill(progress, 'approval');
      stage !== null;
      stage = stageToFill(progress, 'approval')
    ) {
      filled.push(stage)
      progress = complete(progress, stage, around)
    }
    expect(filled).toEqual([2, 3, 4])
    expect(progress.open).toBe(5)
  })

  test('two seconds apart', () => {
    expect(loadedStepMs).toBe(2000)
  })
})

test('Delivery code quote sets method quote', () => {
  expect(forcedMethod('quote', false)).toBe('quote')
  // Contract §3: also for who needs approval; nothing is ordered by that.
  expect(forcedMethod('quote', true)).toBe('quote')
})

test('A user whose orders require approval gets method approval (no choice).', () => {
  expect(forcedMethod('ND', true)).toBe('approval')
  expect(forcedMethod('ND', false)).toBeNull()
})

test('Choosing account with a non-account billing address resets billing to the account billing address.', () => {
  expect(resetsBilling('account', false)).toBe(true)
  expect(resetsBilling('account', true)).toBe(false)
  expect(resetsBilling('card', false)).toBe(false)
})

test('While an order is being placed, payment method changes are disabled; they are re-enabled on failure.', () => {
  expect(mayChangeMethod('placing')).toBe(false)
  expect(mayChangeMethod('failed')).toBe(true)
  expect(mayChangeMethod('idle')).toBe(true)
})

describe('After Place Order', () => {
  test('account, godmode and quote methods require accepting terms, then complete', () => {
    const methods = ['account', 'godmode', 'quote'] as const
    expect(methods.map(needsTerms)).toEqual([true, true, true])
    expect(methods.map(afterPlaceOrder)).toEqual(['complete', 'complete', 'complete'])
  })

  test('approval sends the order for approval', () => {
    expect(afterPlaceOrder('approval')).toBe('send_approval')
    // Nothing is ordered yet: who places it accepts them.
    expect(needsTerms('approval')).toBe(false)
  })

  test('the card method shows the payment frame, and opening it accepts the terms (contract §3)', () => {
    expect(afterPlaceOrder('card')).toBe('card_frame')
    expect(needsTerms('card')).toBe(true)
  })
})

test('Choosing collection (COL) needs a confirmation dialog; declining clears the choice.', () => {
  expect(needsConfirmation('COL', 'ND')).toBe(true)
  // Declined, nothing is chosen: choosing it again asks again.
  expect(needsConfirmation('COL', null)).toBe(true)
  expect(needsConfirmation('COL', 'COL')).toBe(false)
  expect(needsConfirmation('ND', 'COL')).toBe(false)
})

test('If saving returns item errors, the stage goes back to 3; the answers of stages 4 and 5 still count.', () => {
  const back = returnToDelivery({ open: 6, done: [1, 2, 3, 4, 5] })
  expect(back).toEqual({ open: 3, done: [1, 2, 4, 5] })
  expect(complete(back, 3, guest).open).toBe(6)
})

test('no stage is jumped over that was never answered', () => {
  expect(complete({ open: 4, done: [1, 2] }, 4, guest).open).toBe(3)
})

test('who comes back goes on at the first stage without an answer', () => {
  expect(resume([1, 2], guest)).toEqual({ open: 3, done: [1, 2] })
  expect(resume([1, 2, 4, 5], guest)).toEqual({ open: 3, done: [1, 2, 4, 5] })
  expect(resume([1, 2, 3, 4, 5], guest).open).toBe(6)
  expect(resume([], guest)).toEqual({ open: 1, done: [] })
})

test('each field leads to the stage that asks it', () => {
  const fields = [
    'email',
    'delivery',
    'vat',
    'delivery_method',
    'billing.postcode',
    'delivery_instructions',
    'payment_method',
  ]
  expect(fields.map(stageOfField)).toEqual([1, 2, 2, 3, 4, 5, 5])
})

test('a send that is refused for an earlier answer leads there; for its own it stays', () => {
  expect(stageOfRefusal(3, ['delivery_method'])).toBeNull()
  expect(stageOfRefusal(3, ['delivery.postcode'])).toBe(2)
  expect(stageOfRefusal(5, ['delivery_method', 'vat'])).toBe(2)
  expect(stageOfRefusal(2, ['password'])).toBe(1)
  expect(stageOfRefusal(1, ['vat'])).toBeNull()
  expect(stageOfRefusal(4, [])).toBeNull()
})
