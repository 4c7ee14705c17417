import { z } from 'zod'

const texts = z.array(z.string()).catch([])
const text = z.string().catch('')

/** A stored form; of an older release too. */
export const storedOfferForm = z.object({
  codes: texts,
  quantities: texts,
  prices: texts,
  deliveryTitle: text,
  deliveryCost: text,
  note: text,
  validUntil: text,
})
