import { type Address, addressFields, formatAddressLines } from '../../../lib/address.ts'
import { formatPounds, formatVatRate, zero } from '../../../lib/money.ts'
import type { OrderTotals } from '../order.ts'
import type { CorrectableFields, CorrectableLine, CorrectedField } from './correction.ts'

interface Corrected {
  fields: CorrectableFields
  lines: readonly CorrectableLine[]
  totals: OrderTotals
}

/** What a correction changes, before and after, in the order of the form. */
export function listChanges(before: Corrected, after: Corrected): CorrectedField[] {
  const personal = (name: string, toText: (fields: CorrectableFields) => string): CorrectedField => ({
    name,
    before: toText(before.fields),
    after: toText(after.fields),
    isPersonal: true,
  })
  const plain = (name: string, toText: (corrected: Corrected) => string): CorrectedField => ({
    name,
    before: toText(before),
    after: toText(after),
    isPersonal: false,
  })
  return [
    personal('Name', ({ contact }) => contact.name),
    personal('Email', ({ contact }) => contact.email),
    personal('Telephone', ({ contact }) => contact.telephone),
    personal('TAX/EORI code', ({ contact }) => contact.vat),
    personal('Delivery address', ({ delivery }) => formatAddress(delivery)),
    personal('Billing address', ({ billing }) => formatAddress(billing)),
    plain('PO number', ({ fields }) => fields.purchaseOrder),
    plain('Delivery instructions', ({ fields }) => fields.deliveryInstructions),
    plain('Delivery', ({ fields }) => fields.deliveryTitle),
    ...listLineChanges(before.lines, after.lines),
    plain('Delivery charge', ({ totals }) => formatPounds(totals.deliveryCost ?? zero)),
    plain('VAT rate', ({ totals }) => formatVatRate(totals.vatRateBp)),
    plain('Total inc VAT', ({ totals }) => formatPounds(totals.total)),
  ].filter(change => change.before !== change.after)
}

const formatAddress = (address: Address): string =>
  [...formatAddressLines(address), address.telephone].filter(text => text !== '').join(', ')

/** Whether any field differs, however the address is displayed. */
export const isSameAddress = (one: Address, other: Address): boolean =>
  addressFields.every(field => one[field] === other[field])

function listLineChanges(
  before: readonly CorrectableLine[],
  after: readonly CorrectableLine[],
): CorrectedField[] {
  const positions = [...new Set([...before, ...after].map(({ position }) => position))]
  return positions.map(position => ({
    name: `Line ${position}`,
    before: formatLine(before.find(line => line.position === position)),
    after: formatLine(after.find(line => line.position === position)),
    isPersonal: false,
  }))
}

const formatLine = (line: CorrectableLine | undefined): string =>
  line ? `${line.quantity} × ${line.code} at ${formatPounds(line.unitPrice)}` : ''
