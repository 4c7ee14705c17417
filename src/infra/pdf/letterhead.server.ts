import { joinDetails } from '../../lib/shop-contact.ts'
import type { Config } from '../config.ts'
import type { PdfDocument } from './pdf-document.server.ts'

/** The shop at the top and the foot of its documents, with company and VAT number as company letters have them. */
export const toLetterhead = ({
  shopName,
  contact,
  seller,
}: Pick<Config, 'shopName' | 'contact' | 'seller'>): Pick<PdfDocument, 'shop' | 'foot'> => ({
  shop: {
    name: shopName,
    lines: [...seller.address, joinDetails([contact.phone, contact.email])].filter(line => line !== ''),
  },
  foot: joinDetails([
    shopName,
    seller.companyNumber && `Company number ${seller.companyNumber}`,
    seller.vatNumber && `VAT number ${seller.vatNumber}`,
  ]),
})
