import {
  type FieldErrors,
  formatRequired,
  toFieldErrors,
  validateLength,
} from '../../../lib/calls/field-checks.ts'
import { isPhone } from '../../../lib/contact/telephone.ts'

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
      !isPhone(telephone) && 'That doesn’t look like a telephone number. Check for typing mistakes.',
    ],
    vat: [validateLength('VAT/EORI number', vat, vatMaxLength)],
  })
}
