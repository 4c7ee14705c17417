import { describe, expect, test } from 'vitest'
import {
  applyStageChange,
  canChangeMethod,
  completeStage,
  editStage,
  fillDelayMs,
  findStageOfRefusal,
  findStageToFill,
  getFinalStep,
  getForcedMethod,
  getNextStage,
  getStageOfField,
  listFilledStages,
  needsConfirmation,
  needsTerms,
  type Progress,
  reopenStage,
  resetsBilling,
  resumeProgress,
  type Stage,
  type StageConditions,
  startProgress,
} from './stages.ts'

const guest: StageConditions = {
  isLoggedIn: false,
  needsApproval: false,
  method: 'card',
  isQuoteRequest: false,
  isLoadedOrder: false,
  hasBillingAddress: false,
}
const onAccount: StageConditions = { ...guest, isLoggedIn: true, method: 'account', hasBillingAddress: true }

const listOpenedStages = (conditions: StageConditions): Stage[] => {
  const opened: Stage[] = []
  let progress = startProgress(conditions)
  for (; progress.open !== 6; progress = completeStage(progress, progress.open, conditions))
    opened.push(progress.open)
  return [...opened, progress.open]
}

describe('The stage advances 1 to 6 as each step completes; any completed stage can be reopened for editing.', () => {
  test('a guest goes through all six stages in order', () => {
    expect(listOpenedStages(guest)).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('a logged-in user starts at stage 2', () => {
    expect(startProgress({ isLoggedIn: true })).toEqual({ open: 2, completed: [1] })
  })

  test('completing a reopened stage returns to where the customer was', () => {
    const atPayment: Progress = { open: 5, completed: [1, 2, 3, 4] }
    const editing = editStage(atPayment, 1)
    expect(editing.open).toBe(1)
    expect(completeStage(editing, 1, guest).open).toBe(5)
  })

  test('an incomplete stage cannot be opened', () => {
    const early: Progress = { open: 2, completed: [1] }
    expect(editStage(early, 5)).toEqual(early)
  })
})

test('Completing stage 3 with an existing billing address skips to stage 5.', () => {
  expect(getNextStage(3, { ...guest, hasBillingAddress: true })).toBe(5)
  expect(listOpenedStages({ ...guest, hasBillingAddress: true })).toEqual([1, 2, 3, 5, 6])
})

describe('When the method is account, the user does not need approval, the delivery is not a quote, and it is not a loaded order, a further step is skipped.', () => {
  test('completing stage 3 leads straight to stage 6', () => {
    expect(getNextStage(3, onAccount)).toBe(6)
    expect(listOpenedStages(onAccount)).toEqual([2, 3, 6])
  })

  test.each([
    ['needs approval', { needsApproval: true }],
    ['asks for a quote', { isQuoteRequest: true }],
    ['has loaded an order', { isLoadedOrder: true }],
    ['pays by card', { method: 'card' as const }],
  ])('a customer who %s still sees the purchase options', (_, change) => {
    expect(getNextStage(3, { ...onAccount, ...change })).toBe(5)
  })

  test('without a billing address nothing is skipped, on account or not', () => {
    expect(getNextStage(3, { ...onAccount, hasBillingAddress: false })).toBe(4)
  })

  test('skipped stages count as completed and can be opened', () => {
    const atEnd = completeStage({ open: 3, completed: [1, 2] }, 3, onAccount)
    expect(atEnd).toEqual({ open: 6, completed: [1, 2, 3, 4, 5] })
    expect(editStage(atEnd, 5).open).toBe(5)
  })
})

describe('Changing the delivery address or the collection choice can force a return to stage 3.', () => {
  test('another destination makes the dates invalid', () => {
    const editing: Progress = { open: 2, completed: [1, 2, 3, 4, 5] }
    const changed = applyStageChange(editing, 'destination')
    expect(changed.completed).toEqual([1, 2, 4, 5])
    expect(completeStage(changed, 2, guest).open).toBe(3)
  })

  test('so does collection instead of delivery', () => {
    expect(applyStageChange({ open: 5, completed: [1, 2, 3, 4] }, 'collection')).toEqual({
      open: 3,
      completed: [1, 2, 4],
    })
  })

  test('a changed name changes no progress', () => {
    const progress: Progress = { open: 5, completed: [1, 2, 3, 4] }
    expect(applyStageChange(progress, 'other')).toEqual(progress)
  })
})

describe('Loading an order with status quote_approved or approval fills delivery address, delivery date and billing address in sequence with 2-second delays.', () => {
  test('these two and no others', () => {
    expect(listFilledStages('quote_approved')).toEqual([2, 3, 4])
    expect(listFilledStages('approval')).toEqual([2, 3, 4])
    expect(listFilledStages('quote_requested')).toEqual([])
    expect(listFilledStages(null)).toEqual([])
  })

  test('one after the other, and then the customer goes on at the purchase options', () => {
    const conditions = { ...guest, isLoggedIn: true, isLoadedOrder: true }
    const filled: Stage[] = []
    let progress = startProgress(conditions)
    for (
      let stage = findStageToFill(progress, 'approval');
      stage !== null;
      stage = findStageToFill(progress, 'approval')
    ) {
      filled.push(stage)
      progress = completeStage(progress, stage, conditions)
    }
    expect(filled).toEqual([2, 3, 4])
    expect(progress.open).toBe(5)
  })

  test('two seconds apart', () => {
    expect(fillDelayMs).toBe(2000)
  })
})

test('Delivery code quote sets method quote', () => {
  expect(getForcedMethod('quote', false)).toBe('quote')
  // Also for customers who need approval; nothing is ordered by that (R-CHECKOUT-27).
  expect(getForcedMethod('quote', true)).toBe('quote')
})

test('A user whose orders require approval gets method approval (no choice).', () => {
  expect(getForcedMethod('ND', true)).toBe('approval')
  expect(getForcedMethod('ND', false)).toBeNull()
})

test('Choosing account with a non-account billing address resets billing to the account billing address.', () => {
  expect(resetsBilling('account', false)).toBe(true)
  expect(resetsBilling('account', true)).toBe(false)
  expect(resetsBilling('card', false)).toBe(false)
})

test('While an order is being placed, payment method changes are disabled; they are re-enabled on failure.', () => {
  expect(canChangeMethod('placing')).toBe(false)
  expect(canChangeMethod('failed')).toBe(true)
  expect(canChangeMethod('idle')).toBe(true)
})

describe('After Place Order', () => {
  test('account, godmode and quote methods require accepting terms, then complete', () => {
    const methods = ['account', 'godmode', 'quote'] as const
    expect(methods.map(needsTerms)).toEqual([true, true, true])
    expect(methods.map(getFinalStep)).toEqual(['complete', 'complete', 'complete'])
  })

  test('approval sends the order for approval', () => {
    expect(getFinalStep('approval')).toBe('send_approval')
    // Nothing is ordered yet: the head buyer who places it accepts them.
    expect(needsTerms('approval')).toBe(false)
  })

  test('the card method shows the payment frame, and opening it accepts the terms (R-CHECKOUT-14)', () => {
    expect(getFinalStep('card')).toBe('card_frame')
    expect(needsTerms('card')).toBe(true)
  })
})

test('Choosing collection (COL) needs a confirmation dialog; declining clears the choice.', () => {
  expect(needsConfirmation('COL', 'ND')).toBe(true)
  // Declining clears the choice: choosing it again asks again.
  expect(needsConfirmation('COL', '')).toBe(true)
  expect(needsConfirmation('COL', 'COL')).toBe(false)
  expect(needsConfirmation('ND', 'COL')).toBe(false)
})

test('If saving returns item errors, the stage goes back to 3; the answers of stages 4 and 5 still count.', () => {
  const back = reopenStage({ open: 6, completed: [1, 2, 3, 4, 5] }, 3)
  expect(back).toEqual({ open: 3, completed: [1, 2, 4, 5] })
  expect(completeStage(back, 3, guest).open).toBe(6)
})

test('an incomplete stage is never skipped', () => {
  expect(completeStage({ open: 4, completed: [1, 2] }, 4, guest).open).toBe(3)
})

test('a returning customer continues at the first incomplete stage', () => {
  expect(resumeProgress([1, 2], guest)).toEqual({ open: 3, completed: [1, 2] })
  expect(resumeProgress([1, 2, 4, 5], guest)).toEqual({ open: 3, completed: [1, 2, 4, 5] })
  expect(resumeProgress([1, 2, 3, 4, 5], guest).open).toBe(6)
  expect(resumeProgress([], guest)).toEqual({ open: 1, completed: [] })
})

test('each field leads to its stage', () => {
  const fields = [
    'email',
    'delivery',
    'vat',
    'delivery_method',
    'billing.postcode',
    'delivery_instructions',
    'payment_method',
  ]
  expect(fields.map(getStageOfField)).toEqual([1, 2, 2, 3, 4, 5, 5])
})

test('a send that is refused for a field of another stage leads there; else it stays', () => {
  expect(findStageOfRefusal(3, ['delivery_method'])).toBeNull()
  expect(findStageOfRefusal(3, ['delivery.postcode'])).toBe(2)
  expect(findStageOfRefusal(5, ['delivery_method', 'vat'])).toBe(2)
  expect(findStageOfRefusal(2, ['password'])).toBe(1)
  expect(findStageOfRefusal(1, ['vat'])).toBeNull()
  expect(findStageOfRefusal(4, [])).toBeNull()
})
