import { formatCount } from '../../../lib/count.ts'
import { formatPounds, priceOnRequestText, toPounds } from '../../../lib/money.ts'
import { imageUrl } from '../../media/links.ts'
import type { ProductPageRow } from './create-props.ts'
import type { ProductPageProps } from './props.ts'

/** schema.org Product with its Offer, and the breadcrumbs, for search engines. */
export function createStructuredData(
  row: ProductPageRow,
  props: ProductPageProps,
  baseUrl: string,
): object[] {
  const { title, code, brand, description, path } = row
  const { priceIncVat, canBuy, pictures, breadcrumbs } = props
  const availability = !canBuy ? 'OutOfStock' : row.available > 0 ? 'InStock' : 'BackOrder'
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: title,
      sku: code,
      mpn: code,
      brand: { '@type': 'Brand', name: brand },
      description: description || title,
      ...(pictures.length > 0 && {
        image: pictures.map(({ filename }) => baseUrl + imageUrl(filename, 1170)),
      }),
      ...(priceIncVat !== null && {
        offers: {
          '@type': 'Offer',
          url: `${baseUrl}/${path}`,
          priceCurrency: 'GBP',
          price: toPounds(priceIncVat).toFixed(2),
          availability: `https://schema.org/${availability}`,
          itemCondition: 'https://schema.org/NewCondition',
        },
      }),
    },
    toBreadcrumbData([...breadcrumbs, { name: title, url: `/${path}` }], baseUrl),
  ]
}

export function toBreadcrumbData(crumbs: readonly { name: string; url: string }[], baseUrl: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, url }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: baseUrl + url,
    })),
  }
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

function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', maxLength - 1)).replace(/[ ,.·]+$/, '')}…`
}
