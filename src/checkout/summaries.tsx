import { formatDeliveryPrice, toPence } from '../basket/view.ts'
import { addressSummary } from '../shared/address.ts'
import { isoDate, showDay } from '../shared/dates.ts'
import type { Checkout } from './checkout.ts'
import { type Answers, addressOf, methodOf } from './draft.ts'
import type { Stage } from './stages.ts'

/** What a completed stage was answered with, in a line. */
export function stageSummary(stage: Stage, checkout: Checkout): string {
  const { answers, addresses, loaded } = checkout
  const { contact, delivery, billing } = answers
  const method = methodOf(answers, loaded.payment_methods)
  const summaries: Record<Stage, () => string> = {
    // A number that is read out stays on one line.
    1: () =>
      [contact.name, contact.email, contact.telephone.replaceAll(' ', '\u00a0')].filter(Boolean).join(' · '),
    2: () => addressSummary(addressOf(delivery, addresses)),
    3: () => [optionTitle(answers), optionPrice(answers)].filter(Boolean).join(' · '),
    4: () => (billing.same ? 'Same as delivery address' : addressSummary(addressOf(billing, addresses))),
    5: () =>
      [loaded.payment_methods.find(({ value }) => value === method)?.name, answers.purchaseOrder]
        .filter(Boolean)
        .join(' · '),
    6: () => '',
  }
  return summaries[stage]()
}

/** 'Tuesday 24 November, Next working day'; of a named day, the day. */
export function optionTitle({ option, day }: Answers): string {
  if (!option) return ''
  const named = option.code === 'NAM' ? isoDate(day ?? option.arg ?? '') : null
  return [named ? showDay(named) : option.title, option.name]
    .filter((part, index, all) => all.indexOf(part) === index)
    .join(', ')
}

/** '£8.00', 'FREE', 'We will quote'; '' while no delivery is chosen. */
export function optionPrice({ option }: Pick<Answers, 'option'>): string {
  if (!option) return ''
  return option.price === null ? 'We will quote' : formatDeliveryPrice(toPence(option.price))
}
