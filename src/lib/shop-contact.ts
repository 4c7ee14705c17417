/** How customers reach the shop; null: the operator has not set it (R-EMPTY-1). */
export interface ShopContact {
  phone: string | null
  email: string | null
}

/** A sentence that offers to call, and what a shop without a telephone says instead. `{phone}` is filled in. */
export interface ContactSentence {
  withPhone: string
  withoutPhone: string
}

export type Sentence = string | ContactSentence

export function contactSentence(withPhone: string, withoutPhone: string): ContactSentence {
  return { withPhone, withoutPhone }
}

/** The sentence as the shop with this contact says it. */
export function fillInContact(sentence: Sentence, { phone }: Pick<ShopContact, 'phone'>): string {
  if (typeof sentence === 'string') return sentence
  return phone === null ? sentence.withoutPhone : sentence.withPhone.replace('{phone}', phone)
}

/** Contact details on one line, for print: 'Filterhouse · 0113 496 0000'. What is not set is left out. */
export function joinDetails(details: readonly (string | null)[]): string {
  return details.filter(detail => detail !== null && detail !== '').join(' · ')
}
