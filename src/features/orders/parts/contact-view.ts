import { toTelephoneUrl } from '../../../lib/contact/telephone.ts'
import type { OrderContact } from '../order.ts'

/** Who ordered, as pages show it. */
export interface ContactView {
  name: string
  email: string
  /** '': none. */
  telephone: string
  /** A link that dials it. */
  telephoneUrl: string
}

/** `country`: of a telephone number without the code of one. */
export function toContactView({ name, email, telephone }: OrderContact, country = 'GB'): ContactView {
  return { name, email, telephone, telephoneUrl: toTelephoneUrl(telephone, country) }
}
