import type { Visitor } from '../accounts/visitor.ts'
import type { Basket, BasketTotals } from '../basket/basket.ts'
import { serializeBasket } from '../basket/serialize.ts'
import type { DeliveryOption } from '../delivery/options.ts'
import { emptyAddress } from '../shared/address.ts'
import type { ReplyOf } from '../shared/call.ts'
import type { Country } from '../shared/countries.ts'
import { toPounds } from '../shared/money.ts'
import type { loadCheckout, WireAddress } from './contract.ts'
import type { CheckoutDraft, WireOption } from './draft.ts'
import { type LoadedOrder, loadedDeliveryCode } from './loaded.ts'
import type { KeptAnswers } from './sent.ts'

type Loaded = ReplyOf<typeof loadCheckout>

const noAddress: WireAddress = { ...emptyAddress, country: '' }

/** What the checkout opens with (contract §3). */
export function loadedOnTheWire(
  countries: readonly Country[],
  basket: Basket,
  reckoning: BasketTotals,
  methods: { name: string; value: string }[],
  { person }: Visitor,
  loaded: LoadedOrder | null,
): Loaded {
  const whole = serializeBasket(basket, reckoning)
  return {
    countries: Object.fromEntries(
      countries.map(({ code, name, postcode }) => [
        code,
        { name, validations: { postcode: postcode ?? '' } },
      ]),
    ),
    load_existing: loaded !== null,
    purchase_order: loaded?.order.purchaseOrder ?? '',
    delivery_instructions: loaded?.order.deliveryInstructions ?? '',
    status: loaded?.status ?? null,
    ...prefixed('delivery', loaded?.order.delivery ?? noAddress),
    ...prefixed('billing', loaded?.order.billing ?? noAddress),
    delivery_code: loaded ? loadedDeliveryCode(loaded) : '',
    payment_methods: methods,
    on_stop: person?.company?.onStop ?? false,
    items: whole.items,
    ...(loaded && { basket: whole }),
  }
}

export function optionOnTheWire(option: DeliveryOption): WireOption {
  const { code, name, title, subtitle, caption, price, arg } = option
  return { code, name, title, subtitle, caption, price: price === null ? null : toPounds(price), arg }
}

/** What the buyer told before, for his page: the option only as it can be had now, the password never. */
export function draftOnTheWire(
  kept: { answers: KeptAnswers; guestPasswordHash: string | null },
  optionsFor: (address: WireAddress) => readonly DeliveryOption[] | null,
): CheckoutDraft {
  const { answers } = kept
  const options = answers.delivery ? (optionsFor(answers.delivery) ?? []) : []
  const option = options.find(({ code }) => code === answers.deliveryMethod)
  return {
    contact: answers.contact,
    passwordKept: kept.guestPasswordHash !== null,
    delivery: answers.delivery,
    option: option ? optionOnTheWire(option) : null,
    deliveryArg: option ? answers.deliveryArg : null,
    billing: answers.billing,
    paymentMethod: answers.paymentMethod || null,
    purchaseOrder: answers.purchaseOrder,
    deliveryInstructions: answers.instructions,
  }
}

function prefixed<Side extends 'delivery' | 'billing'>(side: Side, address: WireAddress) {
  return Object.fromEntries(
    Object.entries(address).map(([field, value]) => [`${side}_${field}`, value]),
  ) as Record<`${Side}_${keyof WireAddress}`, string>
}
