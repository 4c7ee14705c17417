import { describe, expect, test } from 'vitest'
import { listShopFindings, type OpeningSettings, type ShopFacts } from './checks.ts'

const settings: OpeningSettings = {
  isDemo: false,
  hasOwnName: true,
  contact: { phone: null, email: 'parts@example.org' },
  seller: { address: [], vatNumber: null },
  delivery: { cutOffMinutes: 870, freeFrom: null, collectionPoint: null, prices: {} },
  termsVersion: '2026-11-24',
  isFactorRequired: true,
}
const facts: ShopFacts = {
  hasProducts: true,
  hasPrices: true,
  hasMachines: true,
  staff: 2,
  staffWithoutFactor: 0,
}

function findCheck(
  check: string,
  change: Partial<OpeningSettings> = {},
  changedFacts: Partial<ShopFacts> = {},
) {
  const findings = listShopFindings({ ...settings, ...change }, { ...facts, ...changedFacts })
  const { state, sentence } = findings.find(finding => finding.check === check)!
  return [state, sentence]
}

describe('R-EMPTY-5: before a shop opens', () => {
  test('its name is worth setting, except in a demo', () => {
    expect(findCheck('shop name')[0]).toBe('ok')
    expect(findCheck('shop name', { hasOwnName: false })).toEqual([
      'warning',
      'SHOP_NAME is still Filterhouse: set it to the name of your shop.',
    ])
    expect(findCheck('shop name', { hasOwnName: false, isDemo: true })[0]).toBe('ok')
  })

  test('without staff the second factor is not done', () => {
    expect(findCheck('second factor')).toEqual(['ok', 'All staff have two-step sign-in.'])
    expect(findCheck('second factor', {}, { staff: 0 })).toEqual([
      'warning',
      'There are no staff yet: add a manager with npm run staff -- add EMAIL --role manager.',
    ])
  })

  test('it says what the law and the customers miss, in whole sentences', () => {
    expect(findCheck('delivery prices')[1]).toBe(
      'DELIVERY_PRICES has no price for the mainland (ND), the Highlands and Islands (HI2) and Northern Ireland (NI2): customers there can only ask for a quote.',
    )
    expect(findCheck('VAT number')[1]).toContain('but are marked “not a VAT invoice”.')
    expect(findCheck('seller address')[1]).toContain('an invoice must show the seller’s name and address.')
    expect(findCheck('contact')[1]).toContain('customers have no number to call.')
  })
})
