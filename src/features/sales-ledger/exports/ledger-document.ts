import type { IsoDate } from '../../../lib/dates.ts'
import { type Pence, pence, zero } from '../../../lib/money.ts'
import { type DocumentKind, formatDocumentNumber } from '../../billing/document.ts'

/** Money ex VAT, and its VAT. */
export interface Taxed {
  net: Pence
  vat: Pence
}

/** How the payment of an order came in: 'card' in the shop, the others by hand. */
export type TakenBy = keyof typeof takenNames

export const takenNames = { card: 'Card', cash: 'Cash', terminal: 'Card terminal', bank: 'Bank transfer' }

/** An invoice or a credit note as the exports need it. A credit note's amounts are positive as well. */
export interface LedgerDocument extends Taxed {
  id: number
  kind: DocumentKind
  number: number
  orderReference: string
  /** As the document states it; ''. */
  purchaseOrder: string
  customer: string
  email: string
  /** Of the company, when it is on account; else ''. */
  accountNumber: string
  issuedOn: IsoDate
  taxPoint: IsoDate
  dueOn: IsoDate | null
  vatRateBp: number
  /** What of it is delivery. */
  deliveryNet: Pence
  deliveryVat: Pence
}

export const formatNumber = ({ kind, number }: LedgerDocument): string => formatDocumentNumber(kind, number)

/** As it counts in a total: a credit note is negative. */
export const toSigned = ({ kind }: Pick<LedgerDocument, 'kind'>, amount: Pence): Pence =>
  kind === 'invoice' || amount === 0 ? amount : pence(-amount)

export const getDelivery = ({ deliveryNet: net, deliveryVat: vat }: LedgerDocument): Taxed => ({ net, vat })

/** What is not delivery. */
export const getGoods = ({ net, vat, deliveryNet, deliveryVat }: LedgerDocument): Taxed => ({
  net: pence(net - deliveryNet),
  vat: pence(vat - deliveryVat),
})

export const isNothing = ({ net, vat }: Taxed): boolean => net === zero && vat === zero

/** '24/11/2026' */
export const formatBritishDate = (date: IsoDate): string => date.split('-').toReversed().join('/')

/** For a journal, which is dated with the day of issue: ', tax point 24/11/2026'; '' on the same day. */
export const formatOtherTaxPoint = ({ issuedOn, taxPoint }: LedgerDocument): string =>
  taxPoint === issuedOn ? '' : `, tax point ${formatBritishDate(taxPoint)}`
