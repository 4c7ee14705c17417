/** What the gateway demands of the fields of a register request (Opayo Server 4.00). */

export type FieldProblem = { readonly status: 'MALFORMED' | 'INVALID'; readonly detail: string }

/** The first problem, or null when the gateway would take the request. */
export function fieldProblem(
  form: ReadonlyMap<string, string>,
  vendors: readonly string[],
): FieldProblem | null {
  for (const rule of rules) {
    const value = form.get(rule.name) ?? ''
    if (value === '') {
      if (!isMissed(rule, form)) continue
      return { status: 'MALFORMED', detail: `${rule.number} : The ${rule.name} field is missing.` }
    }
    if (value.length > rule.max) return invalid(rule.number, `The ${rule.name} is too long.`)
    if (!rule.shape.test(value)) return invalid(rule.number, `The ${rule.name} format is invalid.`)
  }
  const unknown = [...form.keys()].find(name => !known.has(name))
  if (unknown !== undefined) return invalid('3001', 'The request has a field that is not known.')
  if (!vendors.includes((form.get('Vendor') ?? '').toLowerCase()))
    return invalid('4001', 'The VendorName is invalid or the account is not active.')
  const amount = Number(form.get('Amount'))
  if (amount < 0.01 || amount > 100_000) return invalid('3047', 'The Amount is outside the allowed range.')
  return null
}

type Rule = {
  readonly name: string
  readonly number: string
  readonly max: number
  readonly shape: RegExp
  readonly need: 'always' | 'unless Ireland' | 'United States' | 'never'
}

function isMissed(rule: Rule, form: ReadonlyMap<string, string>): boolean {
  if (rule.need === 'always') return true
  const country = form.get(`${rule.name.startsWith('Billing') ? 'Billing' : 'Delivery'}Country`)
  if (rule.need === 'unless Ireland') return country !== 'IE'
  return rule.need === 'United States' && country === 'US'
}

function invalid(number: string, words: string): FieldProblem {
  return { status: 'INVALID', detail: `${number} : ${words}` }
}

const person = /^[A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\xff .&'/\\-]+$/
const place = /^[A-Za-z0-9\xc0-\xd6\xd8-\xf6\xf8-\xff +'/\\&:,.()-]+$/
const anything = /^[\x20-\x7e\xa0-\xff]+$/

const rules: readonly Rule[] = [
  { name: 'VPSProtocol', number: '3016', max: 4, shape: /^4\.00$/, need: 'always' },
  { name: 'TxType', number: '3001', max: 15, shape: /^(PAYMENT|DEFERRED)$/, need: 'always' },
  { name: 'Vendor', number: '3034', max: 15, shape: /^[A-Za-z0-9]+$/, need: 'always' },
  { name: 'VendorTxCode', number: '3009', max: 40, shape: /^[A-Za-z0-9._{}-]+$/, need: 'always' },
  { name: 'Amount', number: '3046', max: 10, shape: /^\d{1,6}\.\d{2}$/, need: 'always' },
  { name: 'Currency', number: '3045', max: 3, shape: /^GBP$/, need: 'always' },
  { name: 'Description', number: '3082', max: 100, shape: anything, need: 'always' },
  {
    name: 'NotificationURL',
    number: '3053',
    max: 255,
    shape: /^https?:\/\/[A-Za-z0-9.[\]:-]+\/[\x21-\x7e]*$/,
    need: 'always',
  },
  { name: 'Profile', number: '3120', max: 10, shape: /^(LOW|NORMAL)$/, need: 'never' },
  { name: 'AccountType', number: '3110', max: 1, shape: /^[EMC]$/, need: 'never' },
  {
    name: 'CustomerEMail',
    number: '3078',
    max: 80,
    shape: /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/,
    need: 'never',
  },
  { name: 'ClientIPAddress', number: '3112', max: 15, shape: /^\d{1,3}(\.\d{1,3}){3}$/, need: 'never' },
  { name: 'VendorData', number: '3130', max: 200, shape: anything, need: 'never' },
  ...addressRules('Billing', '3090'),
  ...addressRules('Delivery', '3099'),
]

// Known and optional; the sandbox does not look into them.
const unread = ['Basket', 'BasketXML', 'ReferrerID', 'Website', 'Language', 'ApplyAVSCV2', 'Apply3DSecure']
const known: ReadonlySet<string> = new Set([...rules.map(rule => rule.name), ...unread])

function addressRules(whose: 'Billing' | 'Delivery', number: string): Rule[] {
  return [
    { name: `${whose}Surname`, number, max: 20, shape: person, need: 'always' },
    { name: `${whose}Firstnames`, number, max: 20, shape: person, need: 'always' },
    { name: `${whose}Address1`, number: '5045', max: 50, shape: place, need: 'always' },
    { name: `${whose}Address2`, number: '5045', max: 50, shape: place, need: 'never' },
    { name: `${whose}Address3`, number: '5045', max: 50, shape: place, need: 'never' },
    { name: `${whose}City`, number: '5046', max: 40, shape: place, need: 'always' },
    { name: `${whose}PostCode`, number: '5055', max: 10, shape: /^[A-Za-z0-9 -]+$/, need: 'unless Ireland' },
    { name: `${whose}Country`, number: '5047', max: 2, shape: /^[A-Z]{2}$/, need: 'always' },
    { name: `${whose}State`, number: '5048', max: 2, shape: /^[A-Z]{2}$/, need: 'United States' },
    { name: `${whose}Phone`, number: '5049', max: 20, shape: /^[A-Za-z0-9 +()-]+$/, need: 'never' },
  ]
}
