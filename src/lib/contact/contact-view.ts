import { toTelephoneUrl } from './telephone.ts'

/** A person to contact, as pages show it. */
export interface ContactView {
  name: string
  email: string
  /** '': none. */
  telephone: string
  /** A link that dials it. */
  telephoneUrl: string
}

/** `country`: of a telephone number without the code of one. */
export function toContactView(
  { name, email, telephone }: Omit<ContactView, 'telephoneUrl'>,
  country = 'GB',
): ContactView {
  return { name, email, telephone, telephoneUrl: toTelephoneUrl(telephone, country) }
}
