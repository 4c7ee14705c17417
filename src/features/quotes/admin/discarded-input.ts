import type { DiscardedInput } from '../../back-office/DiscardedInputs.tsx'
import type { OfferForm } from './offer/offer-form.ts'

interface TypedQuoteForms {
  typed?: OfferForm
  /** Of the part to add. */
  edit?: { add: { code: string; quantity: string } }
  /** Of a withdrawal. */
  reason?: string
}

/** What was typed for a quote that was ordered or withdrawn meanwhile, so that its forms are gone. */
export function listDiscardedInput(
  isOpen: boolean,
  { typed, edit, reason = '' }: TypedQuoteForms,
): DiscardedInput[] {
  if (isOpen) return []
  const offer = typed
    ? [
        { name: 'Lines', text: typed.codes.map((code, index) => formatLine(typed, code, index)).join('\n') },
        { name: 'Part to add', text: [edit?.add.code, edit?.add.quantity].filter(Boolean).join(' ') },
        { name: 'Carriage, £ ex VAT', text: typed.deliveryCost },
        { name: 'Sent by', text: typed.deliveryTitle },
        { name: 'Valid until', text: typed.validUntil },
        { name: 'Note to the customer', text: typed.note },
      ]
    : []
  return [...offer, { name: 'Reason', text: reason }].filter(({ text }) => text !== '')
}

/** 'FH-OIL-1: 10 at £11.37'. */
function formatLine({ quantities, prices }: OfferForm, code: string, index: number): string {
  const price = prices[index] ?? ''
  return `${code}: ${quantities[index] ?? ''}${price === '' ? '' : ` at £${price}`}`
}
