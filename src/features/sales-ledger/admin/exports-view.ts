import { pluralize } from '../../../lib/count.ts'
import { formatDate, type IsoDate } from '../../../lib/dates.ts'
import { formatPounds, formatVatRate, pence, sum } from '../../../lib/money.ts'
import { adminOrderUrl } from '../../back-office/navigation.ts'
import { toSigned } from '../exports/ledger-document.ts'
import { formatPeriod, listUsualPeriods, type Period } from '../exports/period.ts'
import {
  type CardMove,
  calculateVatReturn,
  formatMove,
  formatTakenBy,
  paymentStates,
  type VatSum,
} from '../exports/vat.ts'

export const exportsUrl = '/admin/exports' as const

const files = {
  vat: {
    name: 'VAT period',
    note: 'All invoices and credit notes by tax point, and the figures for the VAT boxes. Payments not yet invoiced, refunds without a credit note, chargebacks and wrong entries are listed by date.',
  },
  sales: {
    name: 'Sales per day and product',
    note: 'By the day of the invoice; credit notes are taken off on their own day.',
  },
  sage: {
    name: 'Journal for Sage 50',
    note: 'Documents issued in the period, payments on account entered in it, and card payments and refunds. In Sage: File, Import, Audit trail transactions.',
  },
  xero: {
    name: 'Journal for Xero',
    note: 'Documents issued in the period; credit notes are negative. Payments are in the files below. In Xero: Business, Invoices, Import, amounts exclusive of tax.',
  },
  'xero-cards': toReceiptsFile('card payments in the shop'),
  'xero-cash': toReceiptsFile('cash'),
  'xero-terminal': toReceiptsFile('card terminal'),
  'xero-bank': toReceiptsFile('bank transfers for orders'),
}

function toReceiptsFile(what: string) {
  return {
    name: `Statement for Xero: ${what}`,
    note: 'What came in and went back. In Xero: the bank account that its rows name, Import a statement.',
  }
}

export const exportFiles = Object.keys(files) as (keyof typeof files)[]

const maxListedMoves = 20

const toPeriodQuery = ({ from, to }: Period): string => `from=${from}&to=${to}`

export const toPeriodLinks = (today: IsoDate, current: Period | null) =>
  listUsualPeriods(today).map(({ name, period }) => ({
    name,
    url: `${exportsUrl}?${toPeriodQuery(period)}`,
    isCurrent: period.from === current?.from && period.to === current.to,
  }))

export type ExportsView = ReturnType<typeof toExportsView>

export function toExportsView(period: Period, sums: readonly VatSum[], moves: readonly CardMove[]) {
  const { from, to } = period
  const { box1, box4, box6, box6Pounds } = calculateVatReturn(sums, moves)
  return {
    period: `${formatDate(from)} to ${formatDate(to)}`,
    periodName: formatPeriod(period),
    boxes: [
      { name: 'Box 1', value: formatPounds(box1), note: 'VAT due on sales' },
      {
        name: 'Box 4',
        value: formatPounds(box4),
        note: 'VAT reclaimed on purchases. They aren’t recorded here: add them from your purchase ledger.',
      },
      {
        name: 'Box 6',
        value: `£${box6Pounds.toLocaleString('en-GB')}`,
        note: `Sales ex VAT, exports too; to the penny ${formatPounds(box6)}`,
      },
    ],
    /** They add up to boxes 1 and 6. */
    rates: [...sums.map(toDocumentsRow), ...toMoveRows(moves)],
    total: { net: formatPounds(box6), vat: formatPounds(box1) },
    moves: moves.slice(0, maxListedMoves).map(move => ({
      reference: move.reference,
      url: adminOrderUrl(move.reference),
      text: `${formatDate(move.day)}, ${move.customer}: ${formatMove(move)}: ${formatPounds(pence(move.net + move.vat))}`,
    })),
    files: exportFiles.map(file => ({
      ...files[file],
      url: `${exportsUrl}/${file}.csv?${toPeriodQuery(period)}`,
    })),
  }
}

const toDocumentsRow = (one: VatSum) => ({
  name: `${pluralize(one.count, one.kind === 'invoice' ? 'invoice' : 'credit note')} at ${formatVatRate(one.vatRateBp)}`,
  net: formatPounds(toSigned(one, one.net)),
  vat: formatPounds(toSigned(one, one.vat)),
})

const toMoveRows = (moves: readonly CardMove[]) => {
  const groups = Map.groupBy(moves, ({ kind, takenBy, vatRateBp }) => `${kind} ${takenBy} ${vatRateBp}`)
  return [...groups.values()].map(group => {
    const [first] = group
    return {
      name: `${formatMoves(first!, group.length)} at ${formatVatRate(first!.vatRateBp)}`,
      net: formatPounds(sum(group.map(({ net }) => net))),
      vat: formatPounds(sum(group.map(({ vat }) => vat))),
    }
  })
}

function formatMoves(move: CardMove, count: number): string {
  const { kind } = move
  if (kind === 'refund') return `${pluralize(count, `${formatTakenBy(move)} refund`)} without a credit note`
  if (kind === 'earlier_payment') return `Invoices of ${pluralize(count, 'order')} counted when it was paid`
  if (kind === 'correction') return `${pluralize(count, 'correction')} of what was paid`
  return `${pluralize(count, `${formatTakenBy(move)} payment`)} ${paymentStates[kind](move)}`
}
