import { type Address, emptyAddress } from '../../lib/contact/address.ts'
import type { Country } from '../../lib/contact/countries.ts'
import { toPounds } from '../../lib/money.ts'
import type { Visitor } from '../accounts/visitor.ts'
import type { Basket, BasketTotals } from '../basket/basket.ts'
import { type BasketReplyOptions, serializeBasket } from '../basket/serialize.ts'
import type { Credit } from '../credit/credit.ts'
import type { DeliveryOption } from '../delivery/options.ts'
import { getLoadedDeliveryCode } from './draft/draft.ts'
import { methodNames, serializePaymentMethod } from './payment-method.ts'
import type { DeliveryOffer, LoadReply, PaymentMethod } from './schemas.ts'

type LoadedOrderReply = Parameters<typeof getLoadedDeliveryCode>[0] & { offeredAt: Date | null }

const noAddress: Address = { ...emptyAddress, country: '' }

/** The reply of POST /checkout/load (R-CHECKOUT-20). */
export function serializeLoadReply(
  countries: readonly Country[],
  basket: Basket,
  totals: BasketTotals,
  methods: readonly PaymentMethod[],
  { person }: Visitor,
  credit: Credit | null,
  loadedOrder: LoadedOrderReply | null,
  options: BasketReplyOptions,
): LoadReply {
  const basketReply = serializeBasket(basket, totals, options)
  return {
    countries: Object.fromEntries(
      countries.map(({ code, name, postcode }) => [
        code,
        { name, validations: { postcode: postcode ?? '' } },
      ]),
    ),
    load_existing: loadedOrder !== null,
    purchase_order: loadedOrder?.order.purchaseOrder ?? '',
    delivery_instructions: loadedOrder?.order.deliveryInstructions ?? '',
    status: loadedOrder?.status ?? null,
    ...addPrefix('delivery', loadedOrder?.order.delivery ?? noAddress),
    ...addPrefix('billing', loadedOrder?.order.billing ?? noAddress),
    delivery_code: loadedOrder ? getLoadedDeliveryCode(loadedOrder) : '',
    payment_methods: methods.map(method => ({
      name: methodNames[method],
      value: serializePaymentMethod(method),
    })),
    on_stop: person?.company?.onStop ?? false,
    ...(credit?.limit != null && {
      credit: { limit: toPounds(credit.limit), left: toPounds(credit.available!) },
    }),
    items: basketReply.items,
    ...(loadedOrder && { basket: basketReply }),
    ...(loadedOrder?.offeredAt && { offered_at: loadedOrder.offeredAt.toISOString() }),
  }
}

export function serializeOption(option: DeliveryOption): DeliveryOffer {
  const { code, name, title, subtitle, caption, price, arg, rest, counter } = option
  return {
    ...{ code, name, title, subtitle, caption, price: price === null ? null : toPounds(price), arg },
    ...(counter && { counter: [...counter] }),
    ...(rest !== undefined && { rest }),
  }
}

function addPrefix<Side extends 'delivery' | 'billing'>(side: Side, address: Address) {
  return Object.fromEntries(
    Object.entries(address).map(([field, value]) => [`${side}_${field}`, value]),
  ) as Record<`${Side}_${keyof Address}`, string>
}
