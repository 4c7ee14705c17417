import { type Pence, toPounds } from '../../../lib/money.ts'
import { imageUrl } from '../../media/links.ts'

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
