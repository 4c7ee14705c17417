import { randomBytes, randomUUID } from 'node:crypto'
import type { CardDetails } from './cards.ts'

/** The provider's transactions, in memory. Amounts are whole pence; instants are milliseconds of the scheduler's clock. */

export type TransactionState =
  | 'open' // registered, the customer has not finished
  | 'finishing' // authorised or declined, the shop is being notified
  | 'charged'
  | 'deferred' // authorised, to be released or aborted by the shop
  | 'not_charged' // declined, or the shop answered INVALID or ERROR
  | 'cancelled' // by the customer, by the timeout, or because the shop did not answer
  | 'voided'

export type SentNotification = { at: number; body: string; response: string | null }

/** What the customer's browser gets when the payment has ended. */
export type PaymentResult =
  | { kind: 'redirect'; url: string; leavesFrame: boolean }
  | { kind: 'failure'; number: string; message: string }

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
  readonly registeredAt: number
  state: TransactionState
  charged: number
  refunded: number
  txAuthNo: string
  chargedAt: number | null
  /** The card, only while the issuer's challenge is open. */
  challengedCard: CardDetails | null
  failedChallenges: number
  result: Promise<PaymentResult> | null
  /** The shop did not acknowledge the notification: it gets an ABORT when the transaction times out. */
  isAbortDue: boolean
  readonly notifications: SentNotification[]
}

export type NewTransaction = Pick<
  Transaction,
  | 'vendorTxCode'
  | 'vendor'
  | 'txType'
  | 'amount'
  | 'description'
  | 'notificationUrl'
  | 'billing'
  | 'registeredAt'
>

export type TransactionStore = {
  create(fields: NewTransaction): Transaction
  findByCode(vendorTxCode: string): Transaction | null
  findById(vpsTxId: string): Transaction | null
  list(): Iterable<Transaction>
  /** Codes of successful refunds count as used too. */
  isCodeUsed(vendorTxCode: string): boolean
  addRefundCode(vendorTxCode: string): void
}

// It runs in the shop's process, so its memory must stay bounded under a benchmark.
const maxTransactions = 20_000

export function createTransactionStore(): TransactionStore {
  const codes = new Map<string, Transaction>()
  const ids = new Map<string, Transaction>()
  const refundCodes = new Set<string>()
  return {
    create(fields) {
      const transaction = createTransaction(fields)
      codes.set(transaction.vendorTxCode, transaction)
      ids.set(transaction.vpsTxId, transaction)
      if (codes.size > maxTransactions) deleteOldest(codes, ids)
      return transaction
    },
    findByCode: vendorTxCode => codes.get(vendorTxCode) ?? null,
    findById: vpsTxId => ids.get(vpsTxId.toUpperCase()) ?? null,
    list: () => codes.values(),
    isCodeUsed: vendorTxCode => codes.has(vendorTxCode) || refundCodes.has(vendorTxCode),
    addRefundCode: vendorTxCode => void refundCodes.add(vendorTxCode),
  }
}

export function createGuid(): string {
  return `{${randomUUID().toUpperCase()}}`
}

export function createAuthNo(): string {
  return String(1_000_000 + (randomBytes(4).readUInt32BE() % 9_000_000))
}

function createTransaction(fields: NewTransaction): Transaction {
  return {
    ...fields,
    vpsTxId: createGuid(),
    securityKey: randomBytes(5).toString('hex').toUpperCase(),
    state: 'open',
    charged: 0,
    refunded: 0,
    txAuthNo: '',
    chargedAt: null,
    challengedCard: null,
    failedChallenges: 0,
    result: null,
    isAbortDue: false,
    notifications: [],
  }
}

function deleteOldest(codes: Map<string, Transaction>, ids: Map<string, Transaction>): void {
  const [oldest] = codes.values()
  if (oldest === undefined) return
  codes.delete(oldest.vendorTxCode)
  ids.delete(oldest.vpsTxId)
}
