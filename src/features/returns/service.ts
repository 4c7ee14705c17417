import type { Db } from '../../infra/app-context.ts'
import type { LoadOrderReturns } from '../order-pages/ReturnsSection.tsx'
import { listReturnableLines, listReturnsOfOrder } from './queries.ts'
import { toReturnFormUrl } from './returns.ts'
import { findOrderRefusal } from './rules.ts'
import { toReturnItem } from './view.ts'

export {
  createPictureSweep,
  deletePictures,
  deleteUnusedPictures,
  getPicturePath,
} from './pictures.server.ts'

/** What the returns of an order add to its page in the account. */
export const createOrderReturnsLoader =
  (db: Db): LoadOrderReturns =>
  async order => {
    const [lines, returns] = await Promise.all([
      listReturnableLines(db, order.id),
      listReturnsOfOrder(db, order.id),
    ])
    return {
      formUrl: findOrderRefusal(order, lines) === null ? toReturnFormUrl(order.reference) : null,
      returns: returns.map(toReturnItem),
    }
  }
