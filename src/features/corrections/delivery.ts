import { type Consignments, findBackOrderedGoods, findLongestLeadTime } from '../../lib/availability.ts'
import type { Country } from '../../lib/contact/countries.ts'
import type { IsoDate } from '../../lib/dates.ts'
import type { DeliverySettings } from '../../lib/delivery-settings.ts'
import { type BasisPoints, formatPounds, type Pence, sum, zero } from '../../lib/money.ts'
import { isFreeDelivery } from '../basket/vouchers/vouchers.ts'
import {
  type ChosenDelivery,
  formatChosenDelivery,
  toDeliveryWithoutDate,
  toStarted,
} from '../delivery/chosen-delivery.ts'
import { choiceMessages } from '../delivery/messages.ts'
import {
  type DeliveryOption,
  listDeliveryOptions,
  toChosenDelivery,
  validateDeliveryChoice,
} from '../delivery/options.ts'
import { getVatRate } from '../delivery/vat-rate.ts'
import { findDestination } from '../delivery/zones.ts'
import type { OrderTotals } from '../orders/order.ts'
import type { Correctable, CorrectableFields } from './correction.ts'

export interface DeliveryRules {
  now: Date
  countries: readonly Country[]
  settings: DeliverySettings | null
  phone: string | null
}

/** What is offered for the goods at the order's address; deliveries that staff would have to price are left out. */
export function listCorrectionOptions(
  { delivery, consignments }: Pick<CorrectableFields, 'delivery' | 'consignments'>,
  lines: readonly Correctable[],
  weights: ReadonlyMap<number, number>,
  rules: DeliveryRules,
): readonly DeliveryOption[] {
  const result = listDeliveryOptions({
    ...rules,
    country: delivery.country,
    postcode: delivery.postcode,
    weightG: lines.reduce((total, line) => total + (weights.get(line.productId) ?? 0) * line.quantity, 0),
    later: findBackOrderedGoods(lines.map(toStockedLine)),
    consignments,
    goodsSubtotal: sum(lines.map(({ lineTotal }) => lineTotal)),
  })
  return result.ok ? result.options.filter(({ code }) => code !== 'quote') : []
}

const toStockedLine = ({ quantity, laterQuantity, leadTime }: Correctable) => ({
  quantity,
  available: quantity - laterQuantity,
  leadTime,
})

type CorrectedDeliveryFields = Pick<
  CorrectableFields,
  'deliveryCode' | 'deliveryFacts' | 'collectionDetails' | 'deliveryDate' | 'consignments'
>

/** `delivery`: what changes of it. */
export type CorrectedDelivery =
  | { delivery: Partial<CorrectedDeliveryFields>; cost: Pence | null }
  | { error: string }

/**
 * The delivery of a corrected order. It stays, with its price, unless another is chosen; an address in another zone needs
 * a new choice. `choice`: 'ND', 'NAM:2026-11-27' or ''.
 */
export function correctDelivery(
  before: CorrectableFields & Pick<OrderTotals, 'deliveryCost' | 'vouchers'>,
  after: Pick<CorrectableFields, 'delivery'>,
  choice: string,
  lines: readonly Correctable[],
  options: readonly DeliveryOption[],
): CorrectedDelivery {
  const consignments = correctConsignments(before.consignments, lines)
  if (choice === '') {
    if (!isSameZone(before, after)) return { error: 'Choose a delivery for this address.' }
    return {
      delivery: { ...reviseDay(before, lines), consignments },
      cost: before.deliveryCost,
    }
  }
  const [code = '', day] = choice.split(':')
  const decision = validateDeliveryChoice(options, code, day)
  if (!decision.ok) return { error: choiceMessages[decision.reason] }
  const { option, date } = decision
  const isFree = before.vouchers.some(isFreeDelivery)
  return {
    delivery: {
      ...toDelivery(option, date, lines),
      collectionDetails: [...(option.counter ?? [])],
      consignments,
    },
    cost: isFree ? zero : option.price,
  }
}

/** Goods that are collected are handed over in the UK, wherever the customer lives. */
export const getCorrectedVatRate = ({
  deliveryCode,
  delivery,
}: Pick<CorrectableFields, 'deliveryCode' | 'delivery'>): BasisPoints =>
  deliveryCode === 'COL' ? getVatRate('GB', '') : getVatRate(delivery.country, delivery.postcode)

function isSameZone(before: CorrectableFields, after: Pick<CorrectableFields, 'delivery'>): boolean {
  if (before.deliveryCode === 'COL') return true
  const [from, to] = [before, after].map(({ delivery }) =>
    findDestination(delivery.country, delivery.postcode),
  )
  return from?.zone === to?.zone && from?.division === to?.division
}

function correctConsignments(
  before: Consignments | null,
  lines: readonly Correctable[],
): Consignments | null {
  return findBackOrderedGoods(lines.map(toStockedLine))?.isPart ? (before ?? 'split') : null
}

/** Goods that have still to arrive are promised for no day, unless what is there is sent first. */
function reviseDay(
  before: CorrectableFields,
  lines: readonly Correctable[],
): Partial<CorrectedDeliveryFields> {
  const backOrderedLines = lines.filter(({ laterQuantity }) => laterQuantity > 0)
  if (before.deliveryDate === null || backOrderedLines.length === 0) return {}
  if (correctConsignments(before.consignments, lines) === 'split') return {}
  return toDeliveryWithoutDate(before, findLongestLeadTime(backOrderedLines.map(({ leadTime }) => leadTime)))
}

function toDelivery(
  option: DeliveryOption,
  date: IsoDate | null,
  lines: readonly Correctable[],
): ChosenDelivery {
  const delivery = toChosenDelivery(option, date)
  return lines.some(({ despatchedQuantity }) => despatchedQuantity > 0)
    ? { ...delivery, deliveryFacts: toStarted(delivery.deliveryFacts) }
    : delivery
}

/** A choice of the form: 'NAM:2026-11-27', 'Friday 27 November – Named day, £12.00 ex VAT'. */
export interface DeliveryChoiceItem {
  value: string
  text: string
}

/** Each day of a named day is a choice of its own. The price is first: a narrow field cuts off the end. */
export const listChoices = (
  options: readonly DeliveryOption[],
  lines: readonly Correctable[],
): DeliveryChoiceItem[] =>
  options.flatMap(option =>
    (option.days ?? [option.arg]).map(date => ({
      value: date === null ? option.code : `${option.code}:${date}`,
      text: `${option.price ? `${formatPounds(option.price)} ex VAT` : 'FREE'}: ${formatChosenDelivery(toDelivery(option, date, lines))}`,
    })),
  )
