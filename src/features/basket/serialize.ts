import { type Pence, toPounds, zero } from '../../lib/money.ts'
import {
  type Basket,
  type BasketTotals,
  calculateLineTotal,
  countPieces,
  getPageLines,
  parsePageNumber,
} from './basket.ts'
import { linesPerPage } from './limits.ts'
import { serializeLineEntry } from './lines/line-entry.ts'
import { formatAvailability, listLineProblems } from './lines/line-problems.ts'
import type { BasketReply } from './schemas.ts'

export interface BasketReplyOptions {
  /** Goods ex VAT from which the checkout is offered; 0: from anything on. */
  minimumOrder: Pence
  notices?: string[]
  page?: string | number | undefined
}

/**
 * The reply of the basket's calls (R-BASKET-7), with the rows of one page if `page` names one. Pence become pounds, and
 * the names are the wire's:
 *
 * | inside | in the calls |
 * |---|---|
 * | line, `id` | item or row, `rowId` |
 * | `title`, `quantity` | `name`, `qty` |
 * | `unitPrice`, line total | `price`, `subtotal` |
 * | `path`, availability, `image` | `url`, `stock`, `primary_image` (in `items_detail`, by `rowId`) |
 * | VAT, delivery | `tax`, `shipping` |
 */
export function serializeBasket(
  basket: Basket,
  { totals, discounts, deliveryCost }: BasketTotals,
  { minimumOrder, notices = [], page }: BasketReplyOptions,
): BasketReply {
  const number = page === undefined ? null : parsePageNumber(page, basket.lines.length)
  const lines = number === null ? basket.lines : getPageLines(basket.lines, number)
  return {
    items: lines.map(line => ({
      rowId: String(line.id),
      product_id: line.productId,
      name: line.title,
      price: toPounds(line.unitPrice ?? zero),
      qty: line.quantity,
      subtotal: toPounds(calculateLineTotal(line)),
      ...serializeLineEntry(line.entry),
    })),
    items_detail: Object.fromEntries(
      lines.map(line => [
        String(line.id),
        {
          title: line.title,
          url: `/${line.path}`,
          stock: formatAvailability(line, basket.consignments),
          code: line.code,
          primary_image: line.image
            ? { title: line.title, alt: `${line.title} ${line.code}`, filename: line.image }
            : null,
        },
      ]),
    ),
    count: countPieces(basket),
    storage_mode: basket.storage,
    discounts: discounts.map(({ voucher, summary, amount }) => ({
      rowId: `voucher-${voucher.id}`,
      code: voucher.code,
      kind: voucher.kind,
      summary,
      price: toPounds(amount),
    })),
    subtotal: toPounds(totals.subtotal),
    shipping: { price: totals.deliveryCost === null ? null : toPounds(totals.deliveryCost) },
    tax: toPounds(totals.vat),
    total: toPounds(totals.total),
    discounted_tax: toPounds(totals.discountedVat),
    discounted_total: toPounds(totals.discountedTotal),
    minimumOrderValue: toPounds(minimumOrder),
    ...(deliveryCost.note && (totals.deliveryCost ?? 0) > 0 && { delivery_note: deliveryCost.note }),
    ...(basket.consignments && { consignments: basket.consignments }),
    ...(deliveryCost.text && { delivery_text: deliveryCost.text }),
    ...serializeProblems(basket),
    ...(number !== null && { page: number, lines: basket.lines.length }),
    ...(notices.length > 0 && { notices }),
  }
}

// Of all lines: those on other pages of the basket too.
function serializeProblems(basket: Basket): Pick<BasketReply, 'problems'> {
  const problems = listLineProblems(basket)
  if (problems.length === 0) return {}
  return {
    problems: problems.map(({ line, text, available, later }) => ({
      rowId: String(line.id),
      code: line.code,
      text,
      available,
      later,
      page: Math.floor(basket.lines.indexOf(line) / linesPerPage) + 1,
    })),
  }
}
