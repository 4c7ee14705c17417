import { type Errors, formatRequired, isPhone, toErrors, tooLong } from '../../lib/field-checks.ts'

/** What a person says of himself. */
export interface Details {
  name: string
  telephone: string
  /** VAT or EORI number, for customs. */
  vat: string
}

const vatMaxLength = 40

export function checkDetails({ name, telephone, vat }: Details): Errors {
  return toErrors({
    name: [!name.trim() && formatRequired('Name'), tooLong('Name', name)],
    telephone: [
      !telephone.trim() && formatRequired('Telephone'),
      !isPhone(telephone) && 'That does not look like a telephone number.',
    ],
    vat: [tooLong('VAT/EORI number', vat, vatMaxLength)],
  })
}
