/** Whole pence. Pounds exist only in calls and on the screen (R-CALL-3). */
export type Pence = number & { readonly unit: 'pence' }

/** Basis points: 2000 is 20 %. */
export type BasisPoints = number & { readonly unit: 'bp' }

export function pence(whole: number): Pence {
  if (!Number.isSafeInteger(whole)) throw new RangeError(`not whole pence: ${whole}`)
  return whole as Pence
}

export const zero = pence(0)

export function sum(amounts: readonly Pence[]): Pence {
  return pence(amounts.reduce<number>((total, amount) => total + amount, 0))
}

export function multiply(amount: Pence, quantity: number): Pence {
  return pence(amount * quantity)
}

/** amount × bp, rounded half-up to the penny; amount ≥ 0. */
export function calculateShare(amount: Pence, bp: BasisPoints): Pence {
  // n·bp/10000 + 1/2 in integers, so that no binary fraction occurs.
  return pence(Number((BigInt(amount) * BigInt(bp) + 5000n) / 10000n))
}

/** The price with VAT, to the nearest penny, as shown beside the price ex VAT. Such prices are never added up. */
export function addVat(amount: Pence, rate: BasisPoints): Pence {
  return pence(amount + calculateShare(amount, rate))
}

/** The VAT rate of listings: goods delivered in the United Kingdom (R-DELIVERY-3). */
export const standardVat = 2000 as BasisPoints

/** Pence → the number of pounds in a call: 1250 → 12.5. */
export function toPounds(amount: Pence): number {
  return Number(formatDecimal(amount))
}

/** Pounds as people and files write them ("12", "12.5", "1,234.50", "£12.50") → pence, or null. */
export function parsePounds(text: string): Pence | null {
  const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  return pence(Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

/** The most that staff type as a price, so that a slip of the keyboard is noticed. */
export const maxTypedPrice = pence(1_000_000_00)
export const priceTooHigh = 'That is more than £1,000,000. Please check it.'

/** 145074 → "£1,450.74". */
export function formatPounds(amount: Pence): string {
  const [pounds, decimals] = formatDecimal(pence(Math.abs(amount))).split('.')
  return `${amount < 0 ? '−' : ''}£${pounds!.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`
}

/** -1234 → "-12.34". Never toFixed on a float: (1.005).toFixed(2) is "1.00". */
export function formatDecimal(amount: Pence): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Shown instead of a price that a product for sale does not have (R-CATALOGUE-8). */
/** 2000 → '20%'. */
export const formatVatRate = (bp: number): string => `${bp / 100}%`

export const priceOnRequestText = 'Price on request'

export const isPositive = (amount: Pence): boolean => amount > 0
export const isNegative = (amount: Pence): boolean => amount < 0
