export type TaxIdKind = 'GB VAT' | 'GB EORI' | 'IE VAT' | 'NO'

export interface TaxId {
  /** As typed, trimmed. */
  raw: string
  /** Upper case without spaces, dots, hyphens. */
  normalised: string
  /** What it is by its shape (9 digits may be British or Norwegian: then what the digits prove), or null. */
  kind: TaxIdKind | null
  /** 'good': shape and check digits hold. 'wrong_check': a known shape with a slip in it. 'unknown': no shape we know. */
  verdict: 'good' | 'wrong_check' | 'unknown'
}

/** A TAX/EORI code as typed; null when the field is empty. A slip in it is for the caller to warn about or refuse. */
export function parseTaxId(text: string): TaxId | null {
  const raw = text.trim()
  const normalised = raw
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s.\u2010-\u2015-]/g, '')
  if (!normalised) return null
  const shaped = rules.filter(rule => rule.shape.test(normalised))
  const proven = shaped.find(rule => rule.proves(normalised))
  const kind = (proven ?? shaped[0])?.kind ?? null
  return { raw, normalised, kind, verdict: proven ? 'good' : kind ? 'wrong_check' : 'unknown' }
}

/**
 * Whether goods may go to a country under this code. Norwegian customs want one (specification §5); a check digit
 * that does not fit is worth a word, but not a lost order.
 */
export function isTaxIdFor(taxId: TaxId | null, country: string): boolean {
  if (country !== 'NO') return true
  return taxId !== null
}

interface Rule {
  kind: TaxIdKind
  shape: RegExp
  proves(code: string): boolean
}

const rules: readonly Rule[] = [
  { kind: 'GB VAT', shape: /^(?:GB|XI)?(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, proves: provesBritish },
  { kind: 'GB EORI', shape: /^(?:GB|XI)\d{12}(?:\d{3})?$/, proves: provesBritish },
  { kind: 'IE VAT', shape: /^IE(?:\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/, proves: provesIrish },
  // Any nine digits, so that a first digit other than 8 or 9 is a slip and not an unknown code.
  { kind: 'NO', shape: /^(?:NO)?\d{9}(?:MVA)?$/, proves: provesNorwegian },
]

function provesBritish(code: string): boolean {
  if (/(?:GD|HA)\d{3}$/.test(code)) return true
  const digits = code.replace(/^\D+/, '')
  const rest = (weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + Number(digits.slice(7, 9))) % 97
  // Numbers since 2010 carry 55 more.
  return rest === 0 || (rest + 55) % 97 === 0
}

function provesIrish(code: string): boolean {
  const body = code.slice(2)
  // The old form '1A23456L' is '0234561' with its first digit last.
  const old = !/^\d{7}/.test(body)
  const digits = old ? `0${body.slice(2, 7)}${body[0]}` : body.slice(0, 7)
  const second = old ? '' : body.slice(8)
  const extra = second ? irishLetters.indexOf(second) * 9 : 0
  return irishLetters[(weighted(digits, [8, 7, 6, 5, 4, 3, 2]) + extra) % 23] === body[7]
}

function provesNorwegian(code: string): boolean {
  const digits = code.replace(/\D/g, '')
  const check = (11 - (weighted(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return /^[89]/.test(digits) && check === Number(digits[8])
}

function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
}

const irishLetters = 'WABCDEFGHIJKLMNOPQRSTUV'
