import {
  type FieldErrors,
  formatRequired,
  isPhone,
  toFieldErrors,
  validateLength,
} from '../../../lib/field-checks.ts'

/** What people enter about themselves. */
export interface Details {
  name: string
  telephone: string
  /** VAT or EORI number, for customs. */
  vat: string
}

const vatMaxLength = 40

export function validateDetails({ name, telephone, vat }: Details): FieldErrors {
  return toFieldErrors({
    name: [!name.trim() && formatRequired('Name'), validateLength('Name', name)],
    telephone: [
      !telephone.trim() && formatRequired('Telephone'),
      !isPhone(telephone) && 'That does not look like a telephone number.',
    ],
    vat: [validateLength('VAT/EORI number', vat, vatMaxLength)],
  })
}
