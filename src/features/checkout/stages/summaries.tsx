import { formatAddressSummary } from '../../../lib/address.ts'
import { formatDay, parseIsoDate } from '../../../lib/dates.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { formatDeliveryCost } from '../../../lib/total-lines.ts'
import { toPence } from '../../basket/view.ts'
import type { DeliveryOffer } from '../schemas.ts'
import type { Stage } from './stages.ts'
import { type CheckoutState, getBillingAddress, getDeliveryAddress, getMethod } from './state.ts'

/** The answers of a completed stage, in one line. */
export function formatStageSummary(stage: Stage, state: CheckoutState): string {
  const { draft, loaded, chosenOffer } = state
  const { contact } = draft
  const method = getMethod(state)
  const summaries: Record<Stage, () => string> = {
    // A telephone number stays on one line.
    1: () => join(' · ', [contact.name, contact.email, contact.telephone.replaceAll(' ', '\u00a0')]),
    2: () => formatAddressSummary(getDeliveryAddress(state)),
    3: () => join(' · ', [formatOffer(state), formatOfferPrice(chosenOffer?.option ?? null)]),
    4: () =>
      draft.isBillingSameAsDelivery
        ? 'Same as delivery address'
        : formatAddressSummary(getBillingAddress(state)),
    5: () =>
      join(' · ', [
        loaded.payment_methods.find(({ value }) => value === method)?.name ?? '',
        draft.purchaseOrder,
      ]),
    6: () => '',
  }
  return summaries[stage]()
}

/** 'Tuesday 24 November, Next working day'; of a named day, the day. */
export function formatOffer({ draft, chosenOffer }: Pick<CheckoutState, 'draft' | 'chosenOffer'>): string {
  if (!chosenOffer) return ''
  const { option } = chosenOffer
  const namedDay = option.code === 'NAM' ? parseIsoDate(draft.deliveryDay ?? option.arg ?? '') : null
  const parts = [namedDay ? formatDay(namedDay) : option.title, option.name]
  const delivery = join(', ', [...new Set(parts)])
  return option.rest === undefined ? delivery : `${delivery}. The rest: ${lowerFirst(option.rest)}`
}

/** '£8.00 ex VAT', 'FREE', 'We will quote'; '' while no option is chosen. */
export function formatOfferPrice(option: DeliveryOffer | null): string {
  if (!option) return ''
  const text = formatDeliveryCost(option.price === null ? null : toPence(option.price))
  return option.price ? `${text} ex VAT` : text
}

function join(separator: string, parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(separator)
}
