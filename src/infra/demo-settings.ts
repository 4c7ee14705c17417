import { type DeliverySettings, parseDeliverySettings } from '../lib/delivery-settings.ts'

/**
 * What the demo says about its shop where a setting is missing, in the form of the environment. Production never uses it
 * (R-EMPTY-1). Fictitious: numbers of these forms are never issued.
 */
export const demoTexts = {
  SHOP_PHONE: '0113 496 0000',
  SHOP_EMAIL: 'parts@example.com',
  SHOP_ADDRESS: 'Demo House, 1 Example Street, Leeds, LS1 0XX',
  SHOP_VAT_NUMBER: 'GB000 0000 00 (demo)',
  SHOP_COMPANY_NUMBER: '00000000 (demo)',
  SHOP_BANK:
    'Demo Bank – not a real account, Account name Filterhouse, Sort code 00-00-00, Account number 00000000',
  SHOP_OPENING_HOURS: 'Monday to Friday 7:30–17:30, Saturday 8:00–12:00',
  RETURNS_DAYS: '30',
  RETURNS_CHARGE: '15',
  RETURNS_ADDRESS: 'Returns, Demo House, 1 Example Street, Leeds, LS1 0XX',
  MINIMUM_ORDER: '10.00',
  // As its terms say (deploy/terms.example.md).
  INVOICE_DUE: '30 end of month',
  DELIVERY_PRICES:
    'ND=8.00, ND12=14.00, SAT=18.00, NAM=9.50, HI2=14.50, NI2=12.00, CI4=24.00, IE3=18.00, NO5=38.00, PAL=65.00, COL=0',
  DELIVERY_CUT_OFF: '14:30',
  DELIVERY_FREE_FROM: '125.00',
  COLLECTION_POINT: 'Leeds counter',
  COLLECTION_ADDRESS: 'Demo House, 1 Example Street, Leeds, LS1 0XX',
  COLLECTION_HOURS: 'Monday to Friday 7:30–17:30, Saturday 8:00–12:00',
} as const

/** For tests. */
export const demoSettings = {
  contact: { phone: demoTexts.SHOP_PHONE, email: demoTexts.SHOP_EMAIL },
  delivery: parseDeliverySettings({
    prices: demoTexts.DELIVERY_PRICES,
    cutOff: demoTexts.DELIVERY_CUT_OFF,
    freeFrom: demoTexts.DELIVERY_FREE_FROM,
    collectionPoint: demoTexts.COLLECTION_POINT,
    collectionAddress: demoTexts.COLLECTION_ADDRESS,
    collectionHours: demoTexts.COLLECTION_HOURS,
  }) as DeliverySettings,
}
