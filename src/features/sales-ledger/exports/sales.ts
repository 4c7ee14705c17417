import type { CsvValue } from '../../../lib/csv.ts'
import type { IsoDate } from '../../../lib/dates.ts'
import { pence } from '../../../lib/money.ts'
import type { Taxed } from './ledger-document.ts'

/** What was sold of a product on a day, less what was credited. */
export interface DaySales extends Taxed {
  day: IsoDate
  kind: 'goods' | 'delivery' | 'amount'
  /** '' unless goods. */
  code: string
  title: string
  quantity: number
}

export const salesColumns = ['Day', 'Part number', 'Description', 'Quantity', 'Net', 'VAT', 'Total']

const otherNames = { delivery: 'Delivery', amount: 'Amounts without parts' }

export function toSalesRow({ day, kind, code, title, quantity, net, vat }: DaySales): CsvValue[] {
  return [
    day,
    code,
    kind === 'goods' ? title : otherNames[kind],
    kind === 'goods' ? quantity : '',
    { pence: net },
    { pence: vat },
    { pence: pence(net + vat) },
  ]
}
