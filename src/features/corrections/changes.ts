import { type Address, addressFields, formatAddressLines } from '../../lib/contact/address.ts'
import { formatPounds, formatVatRate, zero } from '../../lib/money.ts'
import { formatChosenDelivery } from '../delivery/chosen-delivery.ts'
import type { CorrectedField, HistoryChange } from '../orders/history.ts'
import type { OrderTotals } from '../orders/order.ts'
import type { Correctable, CorrectableFields } from './correction.ts'

const deliveryChargeName = 'Delivery charge'
const totalName = 'Total inc VAT'

/** Without the sums, for a list beside a table of them. */
export const omitSums = (changes: readonly CorrectedField[]): CorrectedField[] =>
  changes.filter(({ name }) => name !== deliveryChargeName && name !== totalName)

export const toHistoryChange = ({ name, before, after }: CorrectedField): HistoryChange => ({
  field: name,
  before,
  after,
})

interface Corrected {
  fields: CorrectableFields
  lines: readonly Correctable[]
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
    plain('Delivery', ({ fields }) => formatChosenDelivery(fields)),
    ...listLineChanges(before.lines, after.lines),
    plain(deliveryChargeName, ({ totals }) => formatPounds(totals.deliveryCost ?? zero)),
    plain('VAT rate', ({ totals }) => formatVatRate(totals.vatRateBp)),
    plain(totalName, ({ totals }) => formatPounds(totals.total)),
  ].filter(change => change.before !== change.after)
}

const formatAddress = (address: Address): string =>
  [...formatAddressLines(address), address.telephone].filter(text => text !== '').join(', ')

/** Whether any field differs, however the address is displayed. */
export const isSameAddress = (one: Address, other: Address): boolean =>
  addressFields.every(field => one[field] === other[field])

function listLineChanges(before: readonly Correctable[], after: readonly Correctable[]): CorrectedField[] {
  const positions = [...new Set([...before, ...after].map(({ position }) => position))]
  return positions.map(position => {
    const [was, is] = [before, after].map(lines => lines.find(line => line.position === position))
    return { ...describeLineChange(position, was, is), isPersonal: false }
  })
}

/** Most often only the quantity changes, at times to nothing; else the line names its part and price. */
function describeLineChange(
  position: number,
  was: Correctable | undefined,
  is: Correctable | undefined,
): Pick<CorrectedField, 'name' | 'before' | 'after'> {
  if (was && (!is || is.productId === was.productId))
    return {
      name: `Quantity of ${was.code}`,
      before: was.quantity.toLocaleString('en-GB'),
      after: (is?.quantity ?? 0).toLocaleString('en-GB'),
    }
  return { name: `Line ${position}`, before: formatLine(was), after: formatLine(is) }
}

const formatLine = (line: Correctable | undefined): string =>
  line ? `${line.quantity} × ${line.code} at ${formatPounds(line.unitPrice)}` : ''
