/** Whole pence. Pounds exist only on the wire and on the screen. */
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

/** amount × bp, half-up to the penny; amount ≥ 0. */
export function calculateShare(amount: Pence, bp: BasisPoints): Pence {
  // n·bp/10000 + 1/2, in whole numbers: no binary fraction can creep in.
  return pence(Number((BigInt(amount) * BigInt(bp) + 5000n) / 10000n))
}

/** The price with VAT, to the nearest penny, as it stands beside the price ex VAT. Never summed up. */
export function addVat(amount: Pence, rate: BasisPoints): Pence {
  return pence(amount + calculateShare(amount, rate))
}

/** The rate that listings show: goods at home (contract §5). */
export const standardVat = 2000 as BasisPoints

/** Pence → the number of pounds the wire carries: 1250 → 12.5. */
export function toPounds(amount: Pence): number {
  return Number(penceText(amount))
}

/** Pounds as a person or a file writes them ("12", "12.5", "1,234.50", "£12.50") → pence, or null. */
export function fromPounds(text: string): Pence | null {
  const match = /^£?\s*(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return null
  return pence(Number(match[1]!.replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

/** 145074 → "£1,450.74". */
export function formatPounds(amount: Pence): string {
  const [pounds, rest] = penceText(pence(Math.abs(amount))).split('.')
  return `${amount < 0 ? '−' : ''}£${pounds!.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`
}

// Never toFixed on a float: (1.005).toFixed(2) is "1.00".
function penceText(amount: Pence): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
