import { formatCount } from '../../../lib/count.ts'
import { formatPounds, type Pence, priceOnRequestText, toPounds } from '../../../lib/money.ts'
import { imageUrl } from '../../media/links.ts'
import type { ProductPageRow } from './create-props.ts'
import type { ProductPageProps } from './props.ts'

interface StructuredProduct {
  title: string
  code: string
  brand: string
  description: string
  path: string
  /** File names under /media/product/image/. */
  images: string[]
  /** Including VAT, as private customers pay; null: on request. */
  priceIncVat: Pence | null
  canBuy: boolean
  onBackOrder: boolean
}

/** schema.org Product with its Offer, and the breadcrumbs, for search engines. */
export function createStructuredData(
  product: StructuredProduct,
  breadcrumbs: { name: string; url: string }[],
  baseUrl: string,
): object[] {
  const availability = !product.canBuy ? 'OutOfStock' : product.onBackOrder ? 'BackOrder' : 'InStock'
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.title,
      sku: product.code,
      mpn: product.code,
      brand: { '@type': 'Brand', name: product.brand },
      description: product.description || product.title,
      ...(product.images.length > 0 && {
        image: product.images.map(filename => baseUrl + imageUrl(filename, 1170)),
      }),
      ...(product.priceIncVat !== null && {
        offers: {
          '@type': 'Offer',
          url: `${baseUrl}/${product.path}`,
          priceCurrency: 'GBP',
          price: toPounds(product.priceIncVat).toFixed(2),
          availability: `https://schema.org/${availability}`,
          itemCondition: 'https://schema.org/NewCondition',
        },
      }),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: breadcrumbs.map((crumb, i) => ({
        '@type': 'ListItem',
        position: i + 1,
        name: crumb.name,
        item: baseUrl + crumb.url,
      })),
    },
  ]
}

// About as much as search engines show.
const maxCharacters = 200
const maxNumbersListed = 3

/** The product page's description for search engines: name, replaced numbers, price and stock. */
export function formatMetaDescription(
  { title, brand, code, details, numberCount }: Omit<ProductPageRow, 'replaces' | 'price'>,
  { replaces, price, stock, saleState }: Pick<ProductPageProps, 'replaces' | 'price' | 'stock' | 'saleState'>,
): string {
  const numbers = replaces.flatMap(({ maker, codes }) => codes.map(code => `${maker} ${code}`))
  const firstNumbers = numbers.slice(0, maxNumbersListed)
  const more = numberCount - firstNumbers.length
  const sentences = [
    `${brand} ${code}: ${title}${details === '' ? '' : `, ${details}`}.`,
    firstNumbers.length > 0 &&
      `Replaces ${firstNumbers.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`,
    price !== null && `${formatPounds(price)} excluding VAT.`,
    saleState === 'price_on_request' && `${priceOnRequestText}.`,
    `${stock.text}.`,
  ]
  return shorten(sentences.filter(sentence => sentence !== false).join(' '), maxCharacters)
}

/** Cuts the text between two words. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', maxLength - 1)).replace(/[ ,.·]+$/, '')}…`
}
