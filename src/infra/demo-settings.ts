import type { DeliverySettings } from '../lib/delivery-settings.ts'
import { pence } from '../lib/money.ts'

/**
 * What the demo says about its shop where a setting is missing. Production never uses it (R-EMPTY-1). Fictitious:
 * numbers of these forms are never issued.
 */
export const demoSettings = {
  contact: { phone: '0113 496 0000', email: 'parts@example.com' },
  seller: {
    address: 'Demo House, 1 Example Street, Leeds, LS1 0XX',
    vatNumber: 'GB000 0000 00 (demo)',
    companyNumber: '00000000 (demo)',
    bank: 'Demo Bank – not a real account, Account name Filterhouse, Sort code 00-00-00, Account number 00000000',
  },
  openingHours: 'Monday to Friday 7:30–17:30, Saturday 8:00–12:00',
  returns: { days: 30, chargePercent: 15, address: 'Returns, Demo House, 1 Example Street, Leeds, LS1 0XX' },
  minimumOrder: pence(10_00),
  // As its terms say (src/features/home/terms.ts).
  invoiceDue: { days: 30, isFromEndOfMonth: true },
  delivery: {
    cutOffMinutes: 14 * 60 + 30,
    freeFrom: pence(125_00),
    collectionPoint: 'Leeds counter',
    collectionDetails: [
      'Demo House, 1 Example Street, Leeds, LS1 0XX',
      'Open Monday to Friday 7:30–17:30, Saturday 8:00–12:00',
    ],
    prices: {
      ND: pence(8_00),
      ND12: pence(14_00),
      SAT: pence(18_00),
      NAM: pence(9_50),
      HI2: pence(14_50),
      NI2: pence(12_00),
      CI4: pence(24_00),
      IE3: pence(18_00),
      NO5: pence(38_00),
      PAL: pence(65_00),
      COL: pence(0),
    },
  } satisfies DeliverySettings,
} as const
