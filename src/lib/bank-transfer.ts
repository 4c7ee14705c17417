import { z } from 'zod'
import { addDays, formatDay, type IsoDate, toIsoDate, toLondonTime } from './dates.ts'
import { formatPounds, type Pence } from './money.ts'

/** How an order is paid by bank transfer, and until when its goods are held. */

/** The last day of those that the goods are held for. */
export const getPayBy = (now: Date, days: number): IsoDate => addDays(toLondonTime(now).date, days)

/** What is to be transferred, in the payload of an e-mail; null: nothing. */
export const transferPayload = z
  .object({
    reference: z.string(),
    amountDue: z.int().transform(value => value as Pence),
    payBy: z.string().nullable(),
  })
  .nullable()
  .default(null)
type Transfer = z.output<typeof transferPayload>

interface TransferOrder {
  reference: string
  method: string | null
  amountDue: Pence
  /** ISO date; null: no day was set. */
  payBy: string | null
}

export const toTransfer = ({ reference, method, amountDue, payBy }: TransferOrder): Transfer =>
  method === 'counter' && amountDue > 0 ? { reference, amountDue, payBy } : null

/** A line each; none: nothing is to be transferred, or the shop has published no bank account. */
export function listTransferLines(transfer: Transfer, bank: readonly string[]): string[] {
  if (transfer === null || bank.length === 0) return []
  const { reference, amountDue, payBy } = transfer
  return [
    `Please transfer ${formatPounds(amountDue)} to:`,
    ...bank,
    `Reference: ${reference}`,
    ...(payBy === null ? [] : [`We hold the goods for you until ${formatDay(toIsoDate(payBy))}.`]),
  ]
}
