import { describe, expect, test } from 'vitest'
import type { SavedAddress } from '../../accounts/schemas.ts'
import type { BasketReply } from '../../basket/schemas.ts'
import { type CheckoutDraft, emptyDraft } from '../draft/draft.ts'
import type { DeliveryOffer, LoadReply } from '../schemas.ts'
import { type CheckoutAction, checkoutReducer } from './reducer.ts'
import {
  type CheckoutPageProps,
  type CheckoutState,
  createCheckoutState,
  getMethod,
  getPromise,
  getSendFacts,
  getValidOffer,
  listPageMethods,
  resetToAccountBilling,
} from './state.ts'

const nextDay: DeliveryOffer = {
  code: 'ND',
  name: 'Next working day',
  title: 'Tuesday 24 November',
  subtitle: '',
  caption: '',
  price: 8,
  arg: '2026-11-24',
}
const accountAddress = {
  id: 2,
  billing: true,
  imported: true,
  shared: false,
  postcode: 'LS1 4DY',
  country: 'GB',
}
const addresses = [
  { ...accountAddress, id: 1, billing: false, imported: false, line_1: '7 Low Road' },
  accountAddress,
].map(
  fields =>
    ({
      firstname: 'Ada',
      surname: 'Byron',
      company: '',
      line_1: '1 High Street',
      line_2: '',
      line_3: 'Leeds',
      line_4: '',
      telephone: '0113 245 0000',
      save_for_future: true,
      save_as_billing: false,
      default_delivery: false,
      default_billing: false,
      ...fields,
    }) satisfies SavedAddress,
)

function createLoaded(methods: string[], status: string | null = null): LoadReply {
  const payment_methods = methods.map(value => ({ name: value, value }))
  return { payment_methods, status, load_existing: status !== null, countries: {} } as unknown as LoadReply
}

/** A basket as its call replies; a voucher of `off` pounds. */
const createBasket = (subtotal: number, off = 0): BasketReply =>
  ({
    subtotal,
    discounts: off > 0 ? [{ rowId: 'v1', code: 'ALL', summary: '', price: off }] : [],
    shipping: { price: 8 },
  }) as unknown as BasketReply
const oilBasket = createBasket(25)

function createState(props: Partial<CheckoutPageProps> = {}): CheckoutState {
  return createCheckoutState({
    basket: oilBasket,
    prepaid: 'card',
    loaded: createLoaded(['sagepay']),
    loadedOrder: null,
    visitor: null,
    accountTaxCode: '',
    addresses: [],
    stored: null,
    unpaid: null,
    card: null,
    usualService: null,
    promise: null,
    ...props,
  })
}

const guest = createState()
const trade = createState({
  visitor: { name: 'Ada', email: 'ada@example.com', telephone: '' },
  addresses,
  loaded: createLoaded(['account', 'sagepay']),
})
const run = (state: CheckoutState, ...actions: CheckoutAction[]) => actions.reduce(checkoutReducer, state)
const complete = (stage: 1 | 2 | 3 | 4 | 5, draft: CheckoutDraft): CheckoutAction => ({
  type: 'stageCompleted',
  stage,
  draft,
  change: 'other',
  notice: null,
  isQuiet: false,
})
const chooseNextDay = (destination: string): CheckoutAction => ({
  type: 'offerChosen',
  option: nextDay,
  destination,
  day: null,
})

describe('the stages', () => {
  test('a guest starts at the contact, a logged-in customer at the delivery address', () => {
    expect(guest.progress.open).toBe(1)
    expect(trade.progress).toEqual({ open: 2, completed: [1] })
  })

  test('a customer on account with a billing address goes from delivery straight to the confirmation', () => {
    const after = run(trade, complete(2, trade.draft), complete(3, trade.draft))
    expect(after.progress).toEqual({ open: 6, completed: [1, 2, 3, 4, 5] })
  })

  test('a stage that was opened while another was sent stays open', () => {
    const atBilling = run(guest, complete(1, guest.draft), complete(2, guest.draft), complete(3, guest.draft))
    const editing = run(atBilling, { type: 'stageEdited', stage: 2 }, complete(4, guest.draft))
    expect(editing.progress).toEqual({ open: 2, completed: [1, 2, 3, 4] })
  })

  test('nothing can be edited while the order is being placed; after a failure it can', () => {
    const placing = run(guest, complete(1, guest.draft), { type: 'placingChanged', placing: 'placing' })
    const edit: CheckoutAction = { type: 'stageEdited', stage: 1 }
    expect(run(placing, edit).progress.open).toBe(2)
    expect(run(placing, { type: 'placingChanged', placing: 'failed' }, edit).progress.open).toBe(1)
  })

  test('nothing can be edited while the card form is open, and the tab shows what was sent; after it, it can', () => {
    const card = { url: 'https://card.example/form', reference: 'FH23456789', isTest: true }
    const edit: CheckoutAction = { type: 'stageEdited', stage: 5 }
    const atEnd = { open: 6, completed: [1, 2, 3, 4, 5] }
    const otherTab = { owner: '', completed: [], draft: emptyDraft, chosenOffer: null }
    const reopened = run(createState({ card }), { type: 'restored', session: otherTab }, edit)
    expect(reopened).toMatchObject({ progress: atEnd, card, isRestored: true })
    expect(run(reopened, { type: 'cardClosed', notice: null }, edit).progress).toEqual({ ...atEnd, open: 5 })
    const cancelled = run(reopened, { type: 'cardClosed', notice: 'The payment was cancelled.' })
    expect(cancelled).toMatchObject({ card: null, notice: 'The payment was cancelled.', progress: atEnd })
    const opened = run(guest, complete(1, guest.draft), { type: 'cardOpened', card })
    expect(run(opened, { type: 'stageEdited', stage: 1 }).progress.open).toBe(2)
  })

  test('the focus moves with a stage, but not with one that is filled in quietly', () => {
    expect(run(guest, complete(1, guest.draft)).moves).toBe(1)
    expect(run(guest, { ...complete(1, guest.draft), isQuiet: true } as CheckoutAction).moves).toBe(0)
  })
})

describe('the chosen delivery', () => {
  const leeds = 'GB LS1 4DY'

  test('has the day of its option, and is valid for its destination only', () => {
    const chosen = run(trade, chooseNextDay(leeds))
    expect(chosen.draft).toMatchObject({ deliveryOption: 'ND', deliveryDay: '2026-11-24' })
    expect(getValidOffer(chosen)).toEqual(nextDay)
    const delivery = { ...chosen.draft.delivery, id: null, postcode: 'M1 1AA' }
    expect(getValidOffer(run(chosen, { type: 'draftChanged', change: { delivery } }))).toBeNull()
  })

  test('is cleared when collection is declined', () => {
    const cleared = run(trade, chooseNextDay(leeds), { type: 'offerCleared' })
    expect(cleared.draft).toMatchObject({ deliveryOption: '', deliveryDay: null })
    expect(cleared.chosenOffer).toBeNull()
  })

  test('gets its current price, and keeps its day', () => {
    const fresh = { ...nextDay, price: 0, promise: 'Order by 14:30 for delivery tomorrow' }
    const refresh = (option: DeliveryOffer): CheckoutAction => ({ type: 'offerRefreshed', option })
    expect(getValidOffer(run(trade, chooseNextDay(leeds), refresh(fresh)))).toEqual(fresh)
    const moved = { ...fresh, title: 'Wednesday 25 November', arg: '2026-11-25' }
    expect(getValidOffer(run(trade, chooseNextDay(leeds), refresh(moved)))).toEqual({ ...nextDay, price: 0 })
    expect(run(trade, refresh(fresh)).chosenOffer).toBeNull()
  })
})

describe('the cut-off', () => {
  const leeds = 'GB LS1 4DY'
  const promised = { ...nextDay, promise: 'Order by 14:30 for delivery tomorrow' }
  const loaded = (options: DeliveryOffer[], destination = leeds): CheckoutAction => ({
    type: 'optionsLoaded',
    options,
    destination,
  })
  const assume = (text: string) => ({ ...trade, promise: { text, destination: null } })

  test('is that of the assumed delivery, of the address, and of the chosen option', () => {
    const start = assume('Order by 14:30 for delivery Monday')
    expect(getPromise(start)).toBe('Order by 14:30 for delivery Monday')
    expect(getPromise(run(start, loaded([nextDay, promised])))).toBe(promised.promise)
    const chosen: CheckoutAction = { type: 'offerChosen', option: promised, destination: leeds, day: null }
    expect(getPromise(run(start, chosen))).toBe(promised.promise)
  })

  test('is not there for another address than the one it is for', () => {
    const start = assume(promised.promise)
    const to = (country: string, postcode: string): CheckoutAction => {
      const delivery = { ...trade.draft.delivery, id: null, country, postcode }
      return { type: 'draftChanged', change: { delivery } }
    }
    expect(getPromise(run(start, to('NO', '0155')))).toBeNull()
    const loadedForLeeds = run(start, to('GB', 'LS1 4DY'), loaded([promised]))
    expect(getPromise(loadedForLeeds)).toBe(promised.promise)
    expect(getPromise(run(loadedForLeeds, to('GB', 'KW15 1JR')))).toBeNull()
  })

  test('is not there for goods or a delivery without a promised day', () => {
    expect(getPromise(run(trade, loaded([nextDay])))).toBeNull()
    const start = assume(promised.promise)
    expect(getPromise(run(start, chooseNextDay(leeds)))).toBeNull()
  })
})

describe('the billing address', () => {
  const toLeeds = { ...guest.draft, delivery: { ...guest.draft.delivery, address1: '1 High Street' } }

  test('of a guest is the new delivery address, so that stage 4 is skipped, unless that is unticked', () => {
    const atDate = run(guest, complete(1, toLeeds), complete(2, toLeeds))
    expect(run(atDate, complete(3, toLeeds)).progress.open).toBe(5)
    const other = { ...toLeeds, isBillingSameAsDelivery: false }
    const atBilling = run(guest, complete(1, other), complete(2, other), complete(3, other))
    expect(atBilling.progress.open).toBe(4)
  })

  test('has to be entered when the tick is taken back later', () => {
    const atPurchase = run(guest, complete(1, toLeeds), complete(2, toLeeds), complete(3, toLeeds))
    const unticked = run(
      atPurchase,
      { type: 'stageEdited', stage: 2 },
      complete(2, { ...toLeeds, isBillingSameAsDelivery: false }),
    )
    expect(unticked.progress).toEqual({ open: 4, completed: [1, 2, 3] })
    const ticked = run(unticked, { type: 'stageEdited', stage: 2 }, complete(2, toLeeds))
    expect(ticked.progress).toEqual({ open: 5, completed: [1, 2, 3, 4] })
  })
})

describe('the payment method', () => {
  test('account puts the account’s billing address back and says so; another method does not', () => {
    const withSameBilling = run(trade, { type: 'draftChanged', change: { isBillingSameAsDelivery: true } })
    const onAccount = run(withSameBilling, { type: 'methodChosen', method: 'account' })
    expect(onAccount.draft).toMatchObject({ isBillingSameAsDelivery: false, billing: { id: 2 } })
    expect(onAccount.notice).toMatch(/^Billing Address Changed/)
    expect(run(withSameBilling, { type: 'methodChosen', method: 'card' }).draft.isBillingSameAsDelivery).toBe(
      true,
    )
    const delivered = { ...withSameBilling.draft, delivery: { ...withSameBilling.draft.delivery, id: 2 } }
    expect(resetToAccountBilling(delivered, 'account', addresses)).toBeNull()
    expect(resetToAccountBilling(withSameBilling.draft, 'account', addresses.slice(0, 1))).toBeNull()
  })

  test('R-CHECKOUT-16: an address equal to the account’s is the account’s; another person or telephone number is a change', () => {
    const loaded = {
      ...trade.draft.billing,
      id: null,
      firstname: 'ADA',
      surname: 'Byron',
      address1: '1 HIGH STREET,',
      telephone: '+44 (0)113 245-0000',
      town: 'Leeds',
      postcode: 'LS14DY',
      country: 'GB',
    }
    const typed = run(trade, { type: 'draftChanged', change: { billing: loaded } })
    const onAccount = run(typed, { type: 'methodChosen', method: 'account' })
    expect(onAccount.draft.billing.id).toBe(2)
    expect(onAccount.notice).toBeNull()
    for (const change of [
      { address1: '2 High Street' },
      { firstname: 'Charles' },
      { telephone: '0113 245 0001' },
      { company: 'Byron Ltd' },
    ]) {
      const other = { ...loaded, ...change }
      const changed = run(trade, { type: 'draftChanged', change: { billing: other } })
      expect(run(changed, { type: 'methodChosen', method: 'account' }).notice).toMatch(
        /^Billing Address Changed/,
      )
    }
  })

  test('is approval where approval is needed, whatever was chosen; a quote comes before it', () => {
    const loaded = createLoaded(['approval'])
    const draft = { ...emptyDraft, paymentMethod: 'card' as const }
    expect(getMethod({ ...guest, loaded, draft })).toBe('approval')
    expect(getMethod({ ...guest, loaded, draft: { ...draft, deliveryOption: 'quote' } })).toBe('quote')
    expect(getMethod({ ...guest, loaded: createLoaded(['card']), draft })).toBe('card')
  })

  test('does not count when it is no longer offered', () => {
    const lost = run(trade, { type: 'loaded', loaded: createLoaded(['card']) })
    expect(trade.draft.paymentMethod).toBe('account')
    expect(getMethod(lost)).toBeNull()
  })

  test('is nothing to pay where a voucher takes everything off and delivery is free, and chosen again if not', () => {
    const collection = { ...nextDay, code: 'COL', price: 0 }
    const free = { ...guest, basket: createBasket(25, 25) }
    const chooseCard = (state: CheckoutState) => run(state, { type: 'methodChosen', method: 'card' })
    expect(getMethod(chooseCard(free))).toBe('card')
    const option = { type: 'offerChosen', destination: 'GB ', day: null } as const
    const collected = run(chooseCard(free), { ...option, option: collection })
    expect([getMethod(collected), listPageMethods(collected)]).toEqual(['free', ['free']])
    // Another delivery is to be paid for, by the card that was chosen first.
    expect(getMethod(run(collected, { ...option, option: nextDay }))).toBe('card')

    // No choice outlives a total of £0.00.
    const opened = createState({
      basket: { ...free.basket, shipping: collection } as BasketReply,
      loaded: createLoaded(['free']),
    })
    expect([opened.draft.paymentMethod, getMethod(opened)]).toEqual([null, 'free'])
    expect(getMethod(run(opened, { type: 'basketLoaded', basket: createBasket(25) }))).toBe('card')

    const atEnd = {
      ...run(collected, { type: 'methodChosen', method: 'free' }),
      progress: { open: 6, completed: [1, 2, 3, 4, 5] } as const,
    }
    expect(getMethod(atEnd)).toBe('free')
    const dearer = run(atEnd, { type: 'basketLoaded', basket: createBasket(25) })
    expect([getMethod(dearer), dearer.progress.open]).toEqual([null, 5])
    expect(dearer.notice).toMatch(/there is something to pay now/)
    expect(run(atEnd, { type: 'basketLoaded', basket: createBasket(30, 30) }).progress.open).toBe(6)
    const repriced = run(atEnd, { type: 'offerRefreshed', option: { ...collection, price: 8 } })
    expect([getMethod(repriced), repriced.progress.open]).toEqual([null, 5])
    const moved = run(
      atEnd,
      { type: 'stageEdited', stage: 3 },
      { ...option, option: nextDay },
      complete(3, atEnd.draft),
    )
    expect(moved.progress.open).toBe(5)
  })

  test('a quote that is loaded again is sent with the offer that its basket is from', () => {
    const fresh = { basket: createBasket(25), offeredAt: '2026-11-28T10:00:00.000Z' }
    expect(getSendFacts(run(createState(), { type: 'basketLoaded', ...fresh })).offer).toBe(fresh.offeredAt)
  })

  test('is the account too for who has one, and of a request for a quote or approval as before', () => {
    const free = { ...trade, basket: { ...createBasket(25, 25), shipping: { price: 0 } } }
    expect([getMethod(free), listPageMethods(free)]).toEqual(['account', ['account', 'free']])
    expect(getMethod({ ...free, draft: { ...free.draft, deliveryOption: 'quote' } })).toBe('quote')
    expect(listPageMethods({ ...free, loaded: createLoaded(['approval']) })).toEqual(['approval'])
    const withoutCards = { ...guest, facts: { ...guest.facts, prepaid: null }, loaded: createLoaded([]) }
    expect(getMethod({ ...withoutCards, draft: { ...guest.draft, paymentMethod: null } })).toBeNull()
    const freeWithoutCards = { ...withoutCards, basket: free.basket }
    expect(getMethod({ ...freeWithoutCards, draft: { ...guest.draft, paymentMethod: null } })).toBe('free')
  })
})

describe('a reload', () => {
  const session = { owner: '', completed: [1, 2] as const, draft: emptyDraft, chosenOffer: null }

  test('restores the stages; a guest’s contact only when the server still has the password', () => {
    const restored = run({ ...guest, isPasswordStored: true }, { type: 'restored', session })
    expect(restored.progress).toEqual({ open: 3, completed: [1, 2] })
    const lost = run(guest, { type: 'restored', session })
    expect(lost.progress).toEqual({ open: 1, completed: [2] })
    expect(lost.isPasswordLost).toBe(true)
  })

  test('without a stored session changes nothing but that it is stored from now on', () => {
    expect(run(guest, { type: 'restored', session: null })).toEqual({ ...guest, isRestored: true })
  })

  test('chooses a delivery again that the server no longer offers', () => {
    const gone = { draft: emptyDraft, offer: null, isDayOffered: false, isPasswordStored: true }
    const completed = [1, 2, 3] as const
    for (const stored of [gone, { ...gone, offer: nextDay }]) {
      const state = createState({ stored })
      expect(run(state, { type: 'restored', session: { ...session, completed } }).progress.open).toBe(3)
    }
  })
})

test('a loaded order is filled in until it is stopped, with the reason on the open stage', () => {
  const loadedOrder = { quote_id: 7, approval_id: null, reference: 'FH1', sender: 'Ada', isFilling: true }
  const state = createState({ loadedOrder, loaded: createLoaded(['account'], 'quote_approved') })
  expect(state.isFilling).toBe(true)
  const stopped = run(state, { type: 'fillingStopped', notice: 'No such day' })
  expect(stopped).toMatchObject({ isFilling: false, notice: 'No such day' })
})
