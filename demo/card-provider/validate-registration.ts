/** The provider's rules for the fields of a registration (Opayo Server 4.00). */

export type RegistrationError = { readonly status: 'MALFORMED' | 'INVALID'; readonly detail: string }

/** The first error, or null when the registration is valid. */
export function validateRegistration(
  form: ReadonlyMap<string, string>,
  vendors: readonly string[],
): RegistrationError | null {
  for (const rule of rules) {
    const value = form.get(rule.name) ?? ''
    if (value === '') {
      if (!isRequired(rule, form)) continue
      return { status: 'MALFORMED', detail: `${rule.number} : The ${rule.name} field is missing.` }
    }
    if (value.length > rule.max) return invalid(rule.number, `The ${rule.name} is too long.`)
    if (!rule.pattern.test(value)) return invalid(rule.number, `The ${rule.name} format is invalid.`)
  }
  const unknown = [...form.keys()].find(name => !knownFields.has(name))
  if (unknown !== undefined) return invalid('3001', 'The request has a field that is not known.')
  if (!vendors.includes((form.get('Vendor') ?? '').toLowerCase()))
    return invalid('4001', 'The VendorName is invalid or the account is not active.')
  const amount = Number(form.get('Amount'))
  if (amount < 0.01 || amount > 100_000) return invalid('3047', 'The Amount is outside the allowed range.')
  return null
}

type FieldRule = {
  readonly name: string
  readonly number: string
  readonly max: number
  readonly pattern: RegExp
  readonly required: 'always' | 'unless Ireland' | 'United States' | 'never'
}

function isRequired(rule: FieldRule, form: ReadonlyMap<string, string>): boolean {
  if (rule.required === 'always') return true
  const country = form.get(`${rule.name.startsWith('Billing') ? 'Billing' : 'Delivery'}Country`)
  if (rule.required === 'unless Ireland') return country !== 'IE'
  return rule.required === 'United States' && country === 'US'
}

function invalid(number: string, message: string): RegistrationError {
  return { status: 'INVALID', detail: `${number} : ${message}` }
}

const namePattern = /^[A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\xff .&'/\\-]+$/
const addressPattern = /^[A-Za-z0-9\xc0-\xd6\xd8-\xf6\xf8-\xff +'/\\&:,.()-]+$/
const textPattern = /^[\x20-\x7e\xa0-\xff]+$/

const rules: readonly FieldRule[] = [
  { name: 'VPSProtocol', number: '3016', max: 4, pattern: /^4\.00$/, required: 'always' },
  { name: 'TxType', number: '3001', max: 15, pattern: /^(PAYMENT|DEFERRED)$/, required: 'always' },
  { name: 'Vendor', number: '3034', max: 15, pattern: /^[A-Za-z0-9]+$/, required: 'always' },
  { name: 'VendorTxCode', number: '3009', max: 40, pattern: /^[A-Za-z0-9._{}-]+$/, required: 'always' },
  { name: 'Amount', number: '3046', max: 10, pattern: /^\d{1,6}\.\d{2}$/, required: 'always' },
  { name: 'Currency', number: '3045', max: 3, pattern: /^GBP$/, required: 'always' },
  { name: 'Description', number: '3082', max: 100, pattern: textPattern, required: 'always' },
  {
    name: 'NotificationURL',
    number: '3053',
    max: 255,
    pattern: /^https?:\/\/[A-Za-z0-9.[\]:-]+\/[\x21-\x7e]*$/,
    required: 'always',
  },
  { name: 'Profile', number: '3120', max: 10, pattern: /^(LOW|NORMAL)$/, required: 'never' },
  { name: 'AccountType', number: '3110', max: 1, pattern: /^[EMC]$/, required: 'never' },
  {
    name: 'CustomerEMail',
    number: '3078',
    max: 80,
    pattern: /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/,
    required: 'never',
  },
  { name: 'ClientIPAddress', number: '3112', max: 15, pattern: /^\d{1,3}(\.\d{1,3}){3}$/, required: 'never' },
  { name: 'VendorData', number: '3130', max: 200, pattern: textPattern, required: 'never' },
  ...addressRules('Billing', '3090'),
  ...addressRules('Delivery', '3099'),
]

// Valid optional fields that the simulator ignores.
const ignoredFields = [
  'Basket',
  'BasketXML',
  'ReferrerID',
  'Website',
  'Language',
  'ApplyAVSCV2',
  'Apply3DSecure',
]
const knownFields: ReadonlySet<string> = new Set([...rules.map(rule => rule.name), ...ignoredFields])

function addressRules(prefix: 'Billing' | 'Delivery', number: string): FieldRule[] {
  return [
    { name: `${prefix}Surname`, number, max: 20, pattern: namePattern, required: 'always' },
    { name: `${prefix}Firstnames`, number, max: 20, pattern: namePattern, required: 'always' },
    { name: `${prefix}Address1`, number: '5045', max: 50, pattern: addressPattern, required: 'always' },
    { name: `${prefix}Address2`, number: '5045', max: 50, pattern: addressPattern, required: 'never' },
    { name: `${prefix}Address3`, number: '5045', max: 50, pattern: addressPattern, required: 'never' },
    { name: `${prefix}City`, number: '5046', max: 40, pattern: addressPattern, required: 'always' },
    {
      name: `${prefix}PostCode`,
      number: '5055',
      max: 10,
      pattern: /^[A-Za-z0-9 -]+$/,
      required: 'unless Ireland',
    },
    { name: `${prefix}Country`, number: '5047', max: 2, pattern: /^[A-Z]{2}$/, required: 'always' },
    { name: `${prefix}State`, number: '5048', max: 2, pattern: /^[A-Z]{2}$/, required: 'United States' },
    { name: `${prefix}Phone`, number: '5049', max: 20, pattern: /^[A-Za-z0-9 +()-]+$/, required: 'never' },
  ]
}
