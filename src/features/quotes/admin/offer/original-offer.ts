import type { z } from 'zod'
import { mergeChanged, parseOriginal } from '../../../back-office/original-form.ts'
import { originalOffer } from '../schemas.ts'
import type { OfferForm, TypedFigures } from './offer-form.ts'

type OfferFields = z.output<typeof originalOffer>

export const formatOriginal = (form: OfferForm): string =>
  JSON.stringify({
    codes: form.codes,
    quantities: form.quantities,
    prices: form.prices,
    carriage_title: form.deliveryTitle,
    carriage: form.deliveryCost,
    note: form.note,
    valid_until: form.validUntil,
  } satisfies OfferFields)

/** What the page displayed; null: the form says nothing about it. */
export function parseOriginalOffer(text: string): OfferForm | null {
  const original = parseOriginal(originalOffer, text)
  return original && toOfferForm(original)
}

export const toOfferForm = (fields: OfferFields): OfferForm => ({
  codes: fields.codes,
  quantities: fields.quantities,
  prices: fields.prices,
  deliveryTitle: fields.carriage_title,
  deliveryCost: fields.carriage,
  note: fields.note,
  validUntil: fields.valid_until,
})

const headFields = ['deliveryTitle', 'deliveryCost', 'note', 'validUntil'] as const

/** What staff have typed; what is as the page displayed it is as the quote is now. */
export function pickTyped(typed: OfferForm, original: OfferForm | null, current: OfferForm): OfferForm {
  if (!original) return typed
  return {
    ...mergeChanged(headFields, typed, original, current),
    ...pickTypedRows(typed, original, current),
  }
}

type TypedRows = Pick<OfferForm, 'codes' | 'quantities' | 'prices'>

/** By part number: a line that a colleague has added or removed is there or not, unless staff changed it. */
function pickTypedRows(typed: TypedRows, original: TypedRows, current: TypedRows): TypedRows {
  const [mine, before, now] = [toLineMap(typed), toLineMap(original), toLineMap(current)]
  // Without part numbers, or with one twice, it is not known which line is which.
  if (!mine || !before || !now) return typed
  const lines = [...mine].flatMap(([code, line]): [string, TypedFigures][] => {
    const then = before.get(code)
    if (!then) return [[code, line]]
    const latest = now.get(code)
    const isSame = line.quantity === then.quantity && line.price === then.price
    if (!latest) return isSame ? [] : [[code, line]]
    return [[code, mergeChanged(['quantity', 'price'], line, then, latest)]]
  })
  const added = [...now].filter(([code]) => !before.has(code) && !mine.has(code))
  const all = [...lines, ...added]
  // Staff have removed the lines that the colleague has left.
  if (all.length === 0) return typed
  return {
    codes: all.map(([code]) => code),
    quantities: all.map(([, { quantity }]) => quantity),
    prices: all.map(([, { price }]) => price),
  }
}

function toLineMap({ codes, quantities, prices }: TypedRows): Map<string, TypedFigures> | null {
  const lines = new Map(
    codes.map((code, index) => [code, { quantity: quantities[index] ?? '', price: prices[index] ?? '' }]),
  )
  return lines.size === codes.length && lines.size > 0 ? lines : null
}
