import { randomBytes, randomUUID } from 'node:crypto'
import type { TypedCard } from './cards.ts'

/** The gateway's transactions, in memory. Amounts are whole pence, instants are milliseconds of its own clock. */

export type TransactionState =
  | 'open' // registered, the buyer has not finished
  | 'finishing' // the bank has spoken, the shop is being told
  | 'charged'
  | 'deferred' // authorised, to be released or aborted by the shop
  | 'not_charged' // declined, or the shop said INVALID or ERROR
  | 'cancelled' // by the buyer, by the monitor, or for want of an answer
  | 'voided'

export type Notice = { at: number; body: string; answer: string | null }

/** Where the buyer's browser goes when all is over. */
export type Ending =
  | { kind: 'redirect'; url: string; top: boolean }
  | { kind: 'failure'; number: string; words: string }

export type Transaction = {
  readonly vendorTxCode: string
  readonly vpsTxId: string
  readonly securityKey: string
  readonly vendor: string
  readonly txType: 'PAYMENT' | 'DEFERRED'
  readonly amount: number
  readonly description: string
  readonly notificationUrl: string
  readonly billing: { readonly addressDigits: string; readonly postcodeDigits: string }
  readonly openedAt: number
  state: TransactionState
  charged: number
  refunded: number
  txAuthNo: string
  chargedAt: number | null
  /** The card while the issuer's challenge is open; forgotten afterwards. */
  challenged: TypedCard | null
  challengeTries: number
  ending: Promise<Ending> | null
  /** The shop was told, and did not answer: the monitor still owes it an ABORT. */
  abortOwed: boolean
  readonly notices: Notice[]
}

export type NewTransaction = Pick<
  Transaction,
  'vendorTxCode' | 'vendor' | 'txType' | 'amount' | 'description' | 'notificationUrl' | 'billing' | 'openedAt'
>

export type Book = {
  open(facts: NewTransaction): Transaction
  byCode(vendorTxCode: string): Transaction | null
  byId(vpsTxId: string): Transaction | null
  all(): Iterable<Transaction>
  /** Codes of refunds that worked count as used too. */
  isUsed(vendorTxCode: string): boolean
  claimCode(vendorTxCode: string): void
}

// The sandbox lives in the shop's process: it must not grow for ever under a benchmark.
const mostKept = 20_000

export function createBook(): Book {
  const codes = new Map<string, Transaction>()
  const ids = new Map<string, Transaction>()
  const refundCodes = new Set<string>()
  return {
    open(facts) {
      const transaction = newTransaction(facts)
      codes.set(transaction.vendorTxCode, transaction)
      ids.set(transaction.vpsTxId, transaction)
      if (codes.size > mostKept) forgetOldest(codes, ids)
      return transaction
    },
    byCode: vendorTxCode => codes.get(vendorTxCode) ?? null,
    byId: vpsTxId => ids.get(vpsTxId.toUpperCase()) ?? null,
    all: () => codes.values(),
    isUsed: vendorTxCode => codes.has(vendorTxCode) || refundCodes.has(vendorTxCode),
    claimCode: vendorTxCode => void refundCodes.add(vendorTxCode),
  }
}

export function newGuid(): string {
  return `{${randomUUID().toUpperCase()}}`
}

export function newAuthNo(): string {
  return String(1_000_000 + (randomBytes(4).readUInt32BE() % 9_000_000))
}

function newTransaction(facts: NewTransaction): Transaction {
  return {
    ...facts,
    vpsTxId: newGuid(),
    securityKey: randomBytes(5).toString('hex').toUpperCase(),
    state: 'open',
    charged: 0,
    refunded: 0,
    txAuthNo: '',
    chargedAt: null,
    challenged: null,
    challengeTries: 0,
    ending: null,
    abortOwed: false,
    notices: [],
  }
}

function forgetOldest(codes: Map<string, Transaction>, ids: Map<string, Transaction>): void {
  const [oldest] = codes.values()
  if (oldest === undefined) return
  codes.delete(oldest.vendorTxCode)
  ids.delete(oldest.vpsTxId)
}
