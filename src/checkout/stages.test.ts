import { expect, test } from 'vitest'
import {
  afterChange,
  afterPlaceOrder,
  type Circumstances,
  complete,
  edit,
  filledByLoading,
  forcedMethod,
  mayChangeMethod,
  nextStage,
  type Progress,
  resetsBilling,
  resume,
  returnToDelivery,
  type Stage,
  stageOfField,
  start,
} from './stages.ts'

const guest: Circumstances = {
  loggedIn: false,
  needsApproval: false,
  method: 'sagepay',
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

test('a guest goes through all six stages in order', () => {
  expect(walk(guest)).toEqual([1, 2, 3, 4, 5, 6])
})

test('a logged-in user starts at stage 2', () => {
  expect(start({ loggedIn: true })).toEqual({ open: 2, done: [1] })
})

test('completing stage 3 with an existing billing address skips to stage 5', () => {
  expect(nextStage(3, { ...guest, hasBillingAddress: true })).toBe(5)
  expect(walk({ ...guest, hasBillingAddress: true })).toEqual([1, 2, 3, 5, 6])
})

test('on account, with no approval needed, no quote and no loaded order, the purchase options are skipped too', () => {
  expect(nextStage(3, onAccount)).toBe(6)
  expect(walk(onAccount)).toEqual([2, 3, 6])
})

test.each([
  ['needs approval', { needsApproval: true }],
  ['asks for a quote', { deliveryIsQuote: true }],
  ['has loaded an order', { loadedOrder: true }],
  ['pays by card', { method: 'sagepay' as const }],
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

test('any completed stage can be reopened, and finishing it leads back to where the buyer was', () => {
  const atPayment: Progress = { open: 5, done: [1, 2, 3, 4] }
  const editing = edit(atPayment, 1)
  expect(editing.open).toBe(1)
  expect(complete(editing, 1, guest).open).toBe(5)
})

test('a stage that is not done yet cannot be opened', () => {
  const early: Progress = { open: 2, done: [1] }
  expect(edit(early, 5)).toEqual(early)
})

test('changing the delivery address forces a return to stage 3', () => {
  const editing: Progress = { open: 2, done: [1, 2, 3, 4, 5] }
  const changed = afterChange(editing, 'destination')
  expect(changed.done).toEqual([1, 2, 4, 5])
  expect(complete(changed, 2, guest).open).toBe(3)
})

test('changing the collection choice forces a return to stage 3', () => {
  expect(afterChange({ open: 5, done: [1, 2, 3, 4] }, 'collection')).toEqual({ open: 3, done: [1, 2, 4] })
})

test('a changed name undoes nothing', () => {
  const progress: Progress = { open: 5, done: [1, 2, 3, 4] }
  expect(afterChange(progress, 'other')).toEqual(progress)
})

test('after a return to stage 3 the answers of stages 4 and 5 still count', () => {
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

test('an approved quote and an approval order fill address, date and billing in sequence', () => {
  expect(filledByLoading('quote_approved')).toEqual([2, 3, 4])
  expect(filledByLoading('approval')).toEqual([2, 3, 4])
  expect(filledByLoading('quote_requested')).toEqual([])
  expect(filledByLoading(null)).toEqual([])
})

test('delivery code quote sets method quote, also for who needs approval', () => {
  expect(forcedMethod('quote', false)).toBe('quote')
  expect(forcedMethod('quote', true)).toBe('quote')
})

test('a user whose orders require approval gets method approval, without a choice', () => {
  expect(forcedMethod('ND', true)).toBe('approval')
  expect(forcedMethod('ND', false)).toBeNull()
})

test('choosing account with another billing address resets it to the account address', () => {
  expect(resetsBilling('account', false)).toBe(true)
  expect(resetsBilling('account', true)).toBe(false)
  expect(resetsBilling('sagepay', false)).toBe(false)
})

test('while an order is placed the payment method stays; after a failure it may change', () => {
  expect(mayChangeMethod('placing')).toBe(false)
  expect(mayChangeMethod('failed')).toBe(true)
})

test('account, godmode and quote complete; approval is sent; a card is shown its form', () => {
  expect((['account', 'godmode', 'quote'] as const).map(afterPlaceOrder)).toEqual([
    'complete',
    'complete',
    'complete',
  ])
  expect(afterPlaceOrder('approval')).toBe('send_approval')
  expect(afterPlaceOrder('sagepay')).toBe('card_frame')
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
