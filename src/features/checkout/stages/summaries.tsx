import { formatAddressSummary } from '../../../lib/contact/address.ts'
import { formatDay, parseIsoDate } from '../../../lib/dates.ts'
import { lowerFirst } from '../../../lib/text.ts'
import { formatDeliveryCost } from '../../../lib/total-lines.ts'
import { toPence } from '../../basket/view.ts'
import { methodNames } from '../payment-method.ts'
import type { DeliveryOffer } from '../schemas.ts'
import type { Stage } from '../stages.ts'
import { type CheckoutState, getBillingAddress, getDeliveryAddress, getMethod } from './state.ts'

/** The answers of a completed stage, in one line. */
export function formatStageSummary(stage: Stage, state: CheckoutState): string {
  const { draft } = state
  const { contact } = draft
  const summaries: Record<Stage, () => string> = {
    // A telephone number stays on one line.
    1: () => join(' · ', [contact.name, contact.email, contact.telephone.replaceAll(' ', '\u00a0')]),
    2: () => formatAddressSummary(getDeliveryAddress(state)),
    3: () => formatDeliverySummary(state),
    4: () =>
      draft.isBillingSameAsDelivery
        ? 'Same as delivery address'
        : formatAddressSummary(getBillingAddress(state)),
    5: () => join(' · ', [formatMethod(state), draft.purchaseOrder]),
    6: () => '',
  }
  return summaries[stage]()
}

function formatMethod(state: CheckoutState): string {
  const method = getMethod(state)
  // That it is a request for a quote is said at its delivery.
  return method === null || method === 'quote' ? '' : methodNames[method]
}

type DisplayedDelivery = Pick<CheckoutState, 'draft' | 'chosenOffer'>

function formatDeliverySummary(state: DisplayedDelivery): string {
  const option = state.chosenOffer?.option ?? null
  const lines = listOfferLines(state).join(' · ')
  if (option?.code === 'quote') return lines
  return join(' · ', [option?.code === 'COL' ? `${option.name}: ${lines}` : lines, formatOfferPrice(option)])
}

/**
 * 'Tuesday 24 November, Next working day'; of a named day, the day. Of collection the counter and when the goods are there,
 * with its address and hours (R-DELIVERY-12); of a request for a quote what happens.
 */
export function listOfferLines({ draft, chosenOffer }: DisplayedDelivery): string[] {
  if (!chosenOffer) return []
  const { option } = chosenOffer
  const { code, title, name, subtitle, counter = [], rest } = option
  if (code === 'quote') return [quoteSentence]
  const date = parseIsoDate(draft.deliveryDay ?? option.arg ?? '')
  const withRest = (text: string) => (rest === undefined ? text : `${text}. The rest: ${lowerFirst(rest)}`)
  if (code === 'COL') {
    // The page may be read on a later day.
    const time = date ? subtitle.replace(', today ', `, ${formatDay(date)} `) : subtitle
    return [withRest(time), ...counter]
  }
  const parts = [code === 'NAM' && date ? formatDay(date) : title, name]
  return [withRest(join(', ', [...new Set(parts)]))]
}

const quoteSentence = 'You’re asking for a quote: we’ll price goods and carriage and email you.'

/** '£8.00 ex VAT', 'FREE', 'We will quote'; '' while no option is chosen. */
export function formatOfferPrice(option: DeliveryOffer | null): string {
  if (!option) return ''
  const text = formatDeliveryCost(option.price === null ? null : toPence(option.price))
  return option.price ? `${text} ex VAT` : text
}

function join(separator: string, parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(separator)
}
